import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'

interface TabLinksProps {
  label: string
  /** If `end` is true, the tab is current only on exactly this URL, and not on URLs below it. */
  tabs: readonly { to: string; label: ReactNode; end?: boolean }[]
  /** A button next to the tabs that stays visible while they scroll. */
  button?: ReactNode
}

/** Tabs with their own URLs, styled like `Tabs`. */
export function TabLinks({ label, tabs, button }: TabLinksProps) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab or its position has changed
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname, tabs.length])
  const links = (
    <nav
      ref={nav}
      aria-label={label}
      className={cx(
        'flex gap-4 overflow-x-auto px-4 md:px-gutter [scrollbar-width:none]',
        button ? 'min-w-0 flex-1' : 'shrink-0 border-b border-line',
      )}
    >
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          {...(tab.end && { end: true })}
          className="flex h-9 shrink-0 scroll-mx-4 cursor-default items-center rounded-t-sm font-medium text-soft transition-colors hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-1.5px_0_var(--text)] coarse:h-touch"
        >
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
  if (!button) return links
  return (
    <div className="flex shrink-0 items-center border-b border-line pe-3">
      {links}
      {button}
    </div>
  )
}
