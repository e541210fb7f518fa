import { atom, useAtomValue } from 'jotai'
import { type ReactNode, useMemo, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { preloadPicker } from '../../ui/Picker.tsx'
import { openPicker, openPickerAtom } from '../bulk/open-picker.ts'
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
  const isOpen = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const asked = get(openPickerAtom)
          return (
            asked?.open === true &&
            asked.property === property &&
            asked.ids.length === 1 &&
            asked.ids[0] === id
          )
        }),
      [id, property],
    ),
  )
  // The press that closes an open picker must not open it again.
  const wasOpen = useRef(false)
  const open = (anchor: Element) => openPicker(property, [id], anchor)
  return (
    <button
      type="button"
      role="combobox"
      data-property={property}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      disabled={disabled}
      onPointerEnter={preloadPicker}
      onFocus={preloadPicker}
      onPointerDown={() => {
        wasOpen.current = isOpen
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
