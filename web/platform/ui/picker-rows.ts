import { t } from '../../locales/i18n.ts'
import type { PickerProps } from './Picker.tsx'
import { exactOptions, type PickerOption, useMatchingOptions, withNumberKeys } from './picker-options.ts'

export const createOptionValue = '\u0000create'
export const noneOptionValue = '\u0000none'

/** Returns the rows of a Picker for a typed text, in its own list or on a page of the palette. */
export function usePickerRows(picker: PickerProps, query: string, open: boolean) {
  const { load } = picker
  const options = optionsFor(picker, query)
  const { matching, loading, failed } = useMatchingOptions({ options, load, query, open })
  const name = query.trim()
  const known = [...matching, ...(options ?? [])]
  const isNew =
    name !== '' && !known.some((each) => each.label.toLocaleLowerCase() === name.toLocaleLowerCase())
  const rows = rowsOf(picker, matching, name, picker.onCreate !== undefined && isNew)
  return { rows, known, name, loading: loading || picker.loading === true, failed }
}

function optionsFor({ options, typedOptions }: PickerProps, query: string) {
  const all = typeof options === 'function' ? options(query) : options
  return typedOptions && query.trim() !== '' ? [...(all ?? []), ...typedOptions(query)] : all
}

/**
 * Returns the rows of the picker. The rows get the shortcuts 0 to 9, unless the user may want to type digits.
 * This is the case if the user has already typed text, if the options depend on the typed text, or if pressing
 * a letter opened the list.
 */
function rowsOf(
  picker: PickerProps,
  matching: readonly PickerOption[],
  name: string,
  canCreate: boolean,
): PickerOption[] {
  const isBlank = name === ''
  const hasNone = !picker.multiple && picker.noneLabel && isBlank
  const creating = canCreate ? [{ value: createOptionValue, label: t('ui.picker.create', { name }) }] : []
  // If no option matches the typed text exactly, the row that creates an option comes first.
  const isExact = picker.load !== undefined || exactOptions(matching, name).length > 0
  const all = [
    ...(hasNone ? [{ value: noneOptionValue, label: picker.noneLabel ?? '', icon: picker.noneIcon }] : []),
    ...(isExact ? [...matching, ...creating] : [...creating, ...matching]),
  ]
  const isTyped = picker.load !== undefined || picker.typed || typeof picker.options === 'function'
  return isBlank && !isTyped ? withNumberKeys(all, noneOptionValue) : all
}
