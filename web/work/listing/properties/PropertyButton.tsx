import { type ReactNode, useRef } from 'react'
import { cx } from '../../../platform/ui/cx.ts'
import { preloadPicker } from '../../../platform/ui/Picker.tsx'
import { openPicker } from '../bulk/open-picker.ts'
import type { DisplayablePropertyName } from './property.ts'

interface PropertyButtonProps {
  id: string
  property: DisplayablePropertyName
  /** Name and value of the property. */
  label: string
  disabled: boolean
  /** True if the property has no value. Class names with `data-empty:` then apply. */
  isEmpty?: boolean
  className: string
  children: ReactNode
}

/** A value in a row or on a card that opens its picker. All items share one picker, so that rows and cards stay cheap to render. */
export function PropertyButton(props: PropertyButtonProps) {
  const { id, property, label, disabled, isEmpty, className, children } = props
  // If the press closes the open picker, the following click must not open the picker again.
  const wasOpen = useRef(false)
  const open = (anchor: Element) => openPicker(property, [id], anchor)
  return (
    <button
      type="button"
      role="combobox"
      data-property={property}
      data-empty={isEmpty || undefined}
      aria-haspopup="dialog"
      // `ActivePropertyPicker` sets this attribute on the button of the open picker, because a subscription
      // of each button would be slow with a thousand buttons.
      aria-expanded={false}
      aria-label={label}
      title={label}
      disabled={disabled}
      onPointerEnter={preloadPicker}
      onFocus={preloadPicker}
      onPointerDown={({ currentTarget }) => {
        wasOpen.current = currentTarget.ariaExpanded === 'true'
      }}
      onClick={(event) => {
        if (!wasOpen.current) open(event.currentTarget)
        wasOpen.current = false
      }}
      className={cx('touch-target relative z-1 items-center rounded-sm', className)}
    >
      {children}
    </button>
  )
}
