import { cx } from './cx.ts'

export interface SkeletonProps {
  shape?: 'line' | 'circle' | 'card' | 'row'
  className?: string
}

/**
 * A placeholder in the size of the content. It is silent for screen readers, so set `aria-busy` on the
 * loading region.
 */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  if (shape === 'card') {
    return (
      <div
        aria-hidden
        className={cx('flex flex-col gap-2.5 rounded-md border border-line bg-raised px-3 py-3', className)}
      >
        <Bar className="w-14" />
        <Bar className="h-3 w-11/12" />
        <div className="flex gap-1.5">
          <Bar className="h-4 w-6" />
          <Bar className="h-4 w-16 rounded-full" />
        </div>
      </div>
    )
  }
  if (shape === 'row') {
    return (
      <div
        aria-hidden
        className={cx('flex h-row items-center gap-2.5 border-b border-line px-gutter', className)}
      >
        <Bar className="size-4" />
        <Bar className="w-12" />
        <Bar className="h-3 max-w-80 flex-1" />
        <Bar className="ms-auto size-4.5 rounded-full" />
      </div>
    )
  }
  return <Bar className={cx(shape === 'circle' && 'size-5.5 rounded-full', className)} />
}

function Bar({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={cx('h-2.5 animate-[ui-breathe_1.6s_ease-in-out_infinite] rounded-xs bg-active', className)}
    />
  )
}
