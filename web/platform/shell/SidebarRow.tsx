import type { KeyboardEventHandler, ReactNode } from 'react'
import { NavLink } from 'react-router'
import { CountLabel } from '../ui/CountLabel.tsx'
import { cx } from '../ui/cx.ts'

interface SidebarRowProps {
  to: string
  icon: ReactNode
  children: ReactNode
  /** If true, the row is marked as current only on exactly this URL. */
  isExact?: boolean
  /** The number that is shown in the row. 0 is hidden. */
  count?: number
  /** True if the row is nested below another row, such as a project. */
  inner?: boolean
  /** True while the rows below this row are shown. Omit it if the row has none. */
  isOpen?: boolean | undefined
  onKeyDown?: KeyboardEventHandler | undefined
  onNavigate: (() => void) | undefined
}

/** A link of the sidebar, marked if it is the current screen. */
export function SidebarRow({
  to,
  icon,
  children,
  isExact = false,
  count = 0,
  inner,
  isOpen,
  onKeyDown,
  onNavigate,
}: SidebarRowProps) {
  return (
    <NavLink
      to={to}
      end={isExact}
      aria-expanded={isOpen}
      onClick={onNavigate}
      onKeyDown={onKeyDown}
      className={({ isActive }) =>
        cx(
          sidebarRowClass,
          inner && 'ps-8',
          isOpen !== undefined && 'pe-8',
          isActive && 'bg-active text-text',
        )
      }
    >
      {icon}
      <span className="truncate">{children}</span>
      {count > 0 && (
        <span className="ms-auto text-sm">
          <CountLabel value={count} />
        </span>
      )}
    </NavLink>
  )
}

/** Style of all sidebar rows, including buttons. */
export const sidebarRowClass =
  'flex h-7 w-full shrink-0 items-center gap-2.25 rounded-sm px-2 text-ui-start font-medium transition-colors hover:bg-hover coarse:h-touch'
/** Style of headings in the sidebar. */
export const sidebarHeadingClass = 'mb-0.5 flex h-6 items-center px-2 text-xs font-medium text-faint'
