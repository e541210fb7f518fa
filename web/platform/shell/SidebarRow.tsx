import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Count } from '../ui/Count.tsx'
import { cx } from '../ui/cx.ts'

interface SidebarRowProps {
  to: string
  icon: ReactNode
  children: ReactNode
  /** Marked as the current one on its own address alone. */
  isExact?: boolean
  /** Of what is there; none is not said. */
  count?: number
  /** Below a heading of its own, such as a project. */
  inner?: boolean
  onNavigate: (() => void) | undefined
}

/** A link of the sidebar; the one that one is at is marked. */
export function SidebarRow({
  to,
  icon,
  children,
  isExact = false,
  count = 0,
  inner,
  onNavigate,
}: SidebarRowProps) {
  return (
    <NavLink
      to={to}
      end={isExact}
      onClick={onNavigate}
      className={({ isActive }) => cx(sidebarRow, inner && 'pl-8', isActive && 'bg-active text-text')}
    >
      {icon}
      <span className="truncate">{children}</span>
      {count > 0 && (
        <span className="ml-auto text-sm">
          <Count value={count} />
        </span>
      )}
    </NavLink>
  )
}

/** How any row of the sidebar looks, a button too. */
export const sidebarRow =
  'flex h-7 w-full shrink-0 items-center gap-2.25 rounded-sm px-2 text-left font-medium transition-colors hover:bg-hover coarse:h-touch'
/** The heading above a list of the sidebar. */
export const sidebarHeading = 'mb-0.5 flex h-6 items-center px-2 text-xs font-medium text-faint'
