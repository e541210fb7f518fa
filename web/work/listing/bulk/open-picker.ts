import { atom } from 'jotai'
import { store } from '../../../platform/app/sync.ts'
import { holdKeys } from '../../../platform/ui/early-keys.ts'
import type { ShownName } from '../properties/property.ts'

export interface OpenPicker {
  property: ShownName
  ids: readonly string[]
  anchor: Element | null
  /** What had the focus. */
  from: HTMLElement | null
  open: boolean
}

/** The picker that a key, the bar or a menu has opened for some items; one at a time. */
export const openPickerAtom = atom<OpenPicker | null>(null)

export function openPicker(property: ShownName, ids: Iterable<string>, anchor: Element | null): void {
  // Where the value stands, when it is shown in what the picker is opened at.
  const value = anchor?.querySelector(`[data-property="${property}"]`)
  const at = value?.checkVisibility() ? value : anchor
  const { activeElement } = document
  const from = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
  holdKeys()
  store.set(openPickerAtom, { property, ids: [...ids], anchor: at, from, open: true })
}

export function closePicker(): void {
  store.set(openPickerAtom, (now) => now && { ...now, open: false })
}

/** Whether a picker is open, or on its way. The focus goes to `after` when it closes, or has just been closed. */
export function leaveFocusToPicker(after: HTMLElement | null): boolean {
  const asked = store.get(openPickerAtom)
  if (asked === null) return false
  store.set(openPickerAtom, { ...asked, from: after })
  return asked.open
}
