import { cx } from './cx.ts'

interface ProgressBarProps {
  /** Accessible name of the activity. */
  label: string
  /** The completed share, from 0 to 1. */
  part: number
  className?: string
}

/** A progress bar. It is never empty, so that the user sees that the work has started. */
export function ProgressBar({ label, part, className }: ProgressBarProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      className={cx('h-1 overflow-hidden rounded-full bg-active', className)}
    >
      <span
        className="block h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${Math.max(3, part * 100)}%` }}
      />
    </span>
  )
}
