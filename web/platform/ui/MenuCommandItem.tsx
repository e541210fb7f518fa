import { type ReactElement, use } from 'react'
import { CommandItem } from './CommandItem.tsx'
import { CommandCloseContext, CommandTurnContext } from './command-parts.ts'
import type { MenuItemProps } from './MenuItem.tsx'

/** A row of a menu, where the menu is shown in the palette: found by its words, and run once the palette has gone. */
export function MenuCommandItem({
  children,
  icon,
  keys,
  hint,
  disabled,
  onSelect,
  link,
  page,
}: MenuItemProps) {
  const close = use(CommandCloseContext)
  const turn = use(CommandTurnContext)
  const words = String(children)
  return (
    <CommandItem
      value={`menu ${words}`}
      keywords={[words]}
      icon={icon}
      hint={hint}
      {...(keys !== undefined && { keys })}
      {...(disabled !== undefined && { disabled })}
      onSelect={() => {
        if (page && turn) return turn({ title: words, content: page })
        if (link) document.querySelector<HTMLElement>(`[data-menu-link="${CSS.escape(words)}"] a`)?.click()
        close?.()
        // The palette gives the focus back first, or what opens now would lose it again.
        requestAnimationFrame(() => onSelect?.())
      }}
    >
      {children}
      {link && <Follow words={words} link={link} />}
    </CommandItem>
  )
}

/** Followed by a click, so that a link to another tab opens there. */
function Follow({ words, link }: { words: string; link: ReactElement }) {
  return (
    <span hidden data-menu-link={words}>
      {link}
    </span>
  )
}
