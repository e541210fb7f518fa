import { Combobox } from '@base-ui/react/combobox'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import type { PickerProps } from './Picker.tsx'
import { PickerList } from './PickerList.tsx'
import type { PickerOption } from './picker-options.ts'
import { createOptionValue, noneOptionValue, usePickerRows } from './picker-rows.ts'
import type { PopupControl } from './use-popup.ts'

/**
 * Highlights the first row if no row is selected, so that Enter chooses it. Base UI supports this value for
 * all lists, but its types allow it only for one of its components.
 */
const firstIsActive: object = { autoHighlight: 'always' }

/** The content of an open Picker, loaded on demand. */
export function PickerPopup({ picker, control }: { picker: PickerProps; control: PopupControl }) {
  const { t: words } = useTranslation()
  const [query, setQuery] = useState('')
  const [before] = useState(() => document.activeElement)
  // Base UI reads the current row only when a list opens, so the list is first mounted closed and then
  // opened.
  const [isMounted, setMounted] = useState(false)
  useLayoutEffect(() => setMounted(true), [])
  const { rows, known, name, loading, failed } = usePickerRows(picker, query, control.open)

  const shared = {
    items: rows.map((row) => row.value),
    filteredItems: rows.map((row) => row.value),
    itemToStringLabel: (value: string) => known.find((each) => each.value === value)?.label ?? value,
    inputValue: query,
    onInputValueChange: (typed: string, { reason }: Combobox.Root.ChangeEventDetails) => {
      // Base UI also calls this function with the name of a chosen row. That name must not become the text of
      // the search field.
      if (reason === 'input-change' || reason === 'input-clear') setQuery(typed)
    },
    open: control.open && isMounted,
    onOpenChange: control.onOpenChange,
    onOpenChangeComplete: control.onOpenChangeComplete,
    ...firstIsActive,
  }

  const list = (
    <PickerList
      id={control.id}
      label={picker.label}
      rows={rows}
      createOptionValue={createOptionValue}
      onNumber={(number) => chooseNumber(number, rows, picker, control)}
      loading={loading}
      failed={failed}
      typed={picker.typed}
      placeholder={picker.placeholder ?? words('ui.picker.search')}
      emptyText={picker.emptyText ?? words('ui.picker.empty')}
      anchor={picker.anchor ?? control.triggerRef}
      // The search field takes the focus before Base UI records the previously focused element, so that
      // element is passed here.
      finalFocus={picker.typed && before instanceof HTMLElement ? () => before : control.finalFocus}
      footer={picker.footer}
      side={picker.side}
      align={picker.align}
      isWide={picker.isWide === true}
    />
  )

  if (picker.multiple) {
    return (
      <Combobox.Root
        {...shared}
        multiple
        value={[...picker.value]}
        onValueChange={(values) => {
          if (!values.includes(createOptionValue)) return picker.onChange(values)
          picker.onCreate?.(name)
          setQuery('')
        }}
      >
        {list}
      </Combobox.Root>
    )
  }
  return (
    <Combobox.Root
      {...shared}
      value={picker.value ?? (picker.noneLabel ? noneOptionValue : null)}
      onValueChange={(value) => {
        if (value === createOptionValue) picker.onCreate?.(name)
        else picker.onChange(value === noneOptionValue ? null : value)
      }}
    >
      {list}
    </Combobox.Root>
  )
}

/**
 * Chooses the row with this number: toggles its value in a multiple choice, otherwise sets the value and
 * closes the list. Returns false if no row has this number.
 */
function chooseNumber(
  number: number,
  rows: readonly PickerOption[],
  picker: PickerProps,
  { close }: PopupControl,
): boolean {
  const value = rows.find((row) => row.number === number)?.value
  if (value === undefined) return false
  if (picker.multiple) {
    const { value: chosen } = picker
    picker.onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  } else {
    picker.onChange(value === noneOptionValue ? null : value)
    close()
  }
  return true
}
