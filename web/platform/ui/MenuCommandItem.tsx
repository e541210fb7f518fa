import { type ReactElement, use } from 'react'
import { CommandItem } from './CommandItem.tsx'
import { CommandCloseContext, OpenCommandPageContext } from './command-parts.ts'
import type { MenuItemProps } from './MenuItem.tsx'

/** A menu item in the palette. Users find it by its text. It runs after the palette has closed. */
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
  const turn = use(OpenCommandPageContext)
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
        // Waits until the palette has restored the focus. Otherwise a dialog that opens now would lose the
        // focus.
        requestAnimationFrame(() => onSelect?.())
      }}
    >
      {children}
      {link && <Follow words={words} link={link} />}
    </CommandItem>
  )
}

/** Renders a real link and clicks it, so that links that open in another tab work. */
function Follow({ words, link }: { words: string; link: ReactElement }) {
  return (
    <span hidden data-menu-link={words}>
      {link}
    </span>
  )
}
