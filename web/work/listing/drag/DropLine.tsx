import { cx } from '../../../platform/ui/cx.ts'

interface DropLineProps {
  edge: 'top' | 'bottom'
  /** The class names for the offset of the line, for lists with gaps between the items. */
  className?: string
}

/** Line between two items that shows where a dragged item would be dropped. */
export function DropLine({ edge, className }: DropLineProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none absolute inset-x-1 z-2 h-0.5 rounded-full bg-accent',
        className ?? (edge === 'top' ? '-top-px' : '-bottom-px'),
      )}
    />
  )
}
