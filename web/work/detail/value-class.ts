import { cx } from '../../platform/ui/cx.ts'

/** Class names of the button that shows a property value in the item detail. */
export function propertyValueClass({ isEmpty = false, isTall = false, className = '' } = {}): string {
  return cx(
    'inline-flex min-h-7 max-w-full items-center gap-1.75 rounded-sm px-1.5 text-ui-start font-medium hover:bg-hover data-popup-open:bg-hover disabled:hover:bg-transparent coarse:min-h-touch',
    isTall && 'flex-wrap py-0.5',
    isEmpty && 'text-faint',
    className,
  )
}
