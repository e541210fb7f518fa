import { type ReactNode, useRef } from 'react'
import { cx } from '../../../platform/ui/cx.ts'
import { preloadPicker } from '../../../platform/ui/Picker.tsx'
import { openPicker } from '../bulk/open-picker.ts'
import type { ShownName } from './property.ts'

interface PropertyButtonProps {
  id: string
  property: ShownName
  /** The property and its value. */
  label: string
  disabled: boolean
  className: string
  children: ReactNode
}

/** A value in a row or on a card, pressed to change it. All items share one picker, so that a row or card is no more than what it shows. */
export function PropertyButton({ id, property, label, disabled, className, children }: PropertyButtonProps) {
  // The press that closes an open picker must not open it again.
  const wasOpen = useRef(false)
  const open = (anchor: Element) => openPicker(property, [id], anchor)
  return (
    <button
      type="button"
      role="combobox"
      data-property={property}
      aria-haspopup="dialog"
      // The picker itself says when it is open (`ItemPickers`): a thousand values need not ask.
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
