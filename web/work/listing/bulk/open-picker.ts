import { atom } from 'jotai'
import { store } from '../../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../../platform/ui/buffer-keys-until-focus.ts'
import type { DisplayablePropertyName } from '../properties/property.ts'

export interface OpenPickerState {
  property: DisplayablePropertyName
  ids: readonly string[]
  anchor: Element | null
  /** The element that had the focus before the picker opened. */
  from: HTMLElement | null
  open: boolean
}

/** The picker that a key, the toolbar with bulk actions or a menu has opened. Only one can be open. */
export const openPickerAtom = atom<OpenPickerState | null>(null)

export function openPicker(
  property: DisplayablePropertyName,
  ids: Iterable<string>,
  anchor: Element | null,
): void {
  // The picker opens at the value of the property if the anchor shows that value.
  const value = anchor?.querySelector(`[data-property="${property}"]`)
  const at = value?.checkVisibility() ? value : anchor
  const { activeElement } = document
  const from = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
  bufferKeysUntilFocus()
  store.set(openPickerAtom, { property, ids: [...ids], anchor: at, from, open: true })
}

export function closePicker(): void {
  store.set(openPickerAtom, (now) => now && { ...now, open: false })
}

/**
 * Makes the current property picker focus `after` when it closes. Returns true if a picker is open. The
 * caller must then not move the focus.
 */
export function setFocusTargetAfterPicker(after: HTMLElement | null): boolean {
  const picker = store.get(openPickerAtom)
  if (picker === null) return false
  store.set(openPickerAtom, { ...picker, from: after })
  return picker.open
}
