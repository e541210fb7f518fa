import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  /** One sentence that describes the content which will appear here. */
  text?: ReactNode
  /** The button that adds the first entry. */
  action?: ReactNode
  /** Set it for an empty state inside a column, panel or popover. */
  compact?: boolean
}

export function EmptyState({ icon, title, text, action, compact }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center justify-center text-center',
        compact ? 'gap-1 px-4 py-6' : 'gap-1.5 px-6 py-16',
      )}
    >
      {icon && (
        <div
          className={cx(
            'grid place-items-center rounded-lg border border-line bg-sunken text-icon-faint',
            compact ? 'mb-1.5 size-8 [&>svg]:size-4' : 'mb-3 size-11 [&>svg]:size-5',
          )}
        >
          {icon}
        </div>
      )}
      <p className={cx('font-strong', !compact && 'text-lg tracking-[-0.012em]')}>{title}</p>
      {text && <p className="max-w-90 text-pretty text-soft">{text}</p>}
      {action && (
        <div className={cx('flex flex-wrap justify-center gap-2', compact ? 'mt-2' : 'mt-3.5')}>{action}</div>
      )}
    </div>
  )
}
