import { cx } from '../../../platform/ui/cx.ts'

interface DropLineProps {
  edge: 'top' | 'bottom'
  /** How far it stands out, where items have gaps between them. */
  className?: string
}

/** Between which items a dragged one would go. */
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
