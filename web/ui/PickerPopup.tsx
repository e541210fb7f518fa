import { Combobox } from '@base-ui/react/combobox'
import { type RefObject, useState } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import type { PickerProps } from './Picker.tsx'
import { PickerList } from './PickerList.tsx'
import { useMatchingOptions } from './picker-options.ts'

export type PickerPopupProps = PickerProps & {
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  triggerRef: RefObject<HTMLElement | null>
  /** A pointer is down on the trigger, whose click will close the list. */
  pressing: RefObject<boolean>
}

const createRow = '\u0000create'
const noneRow = '\u0000none'

/** The open list of a Picker, which loads it. */
export function PickerPopup(props: PickerPopupProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const { options, load, open } = props
  const { matching, loading, failed } = useMatchingOptions({ options, load, query, open })

  const name = query.trim()
  const known = [...matching, ...(options ?? [])]
  const isNew = name && !known.some((each) => each.label.toLocaleLowerCase() === name.toLocaleLowerCase())
  const rows = [
    ...(!props.multiple && props.noneLabel && !name
      ? [{ value: noneRow, label: props.noneLabel, icon: props.noneIcon }]
      : []),
    ...matching,
    ...(props.onCreate && isNew ? [{ value: createRow, label: t('ui.picker.create', { name }) }] : []),
  ]

  const shared = {
    items: rows.map((row) => row.value),
    filteredItems: rows.map((row) => row.value),
    itemToStringLabel: (value: string) => known.find((each) => each.value === value)?.label ?? value,
    inputValue: query,
    onInputValueChange: (typed: string, { reason }: Combobox.Root.ChangeEventDetails) => {
      // Choosing a row would put its name into the search field.
      if (reason === 'input-change' || reason === 'input-clear') setQuery(typed)
    },
    open,
    onOpenChange: (next: boolean, details: Combobox.Root.ChangeEventDetails) => {
      if (next || !leavesToTrigger(details)) return props.onOpenChange(next)
      details.cancel()
    },
    onOpenChangeComplete: (opened: boolean) => {
      if (!opened) props.onClosed()
    },
    autoHighlight: true,
  }

  // The trigger closes by its own click; closing here as well would let that click open the list again.
  function leavesToTrigger({ reason, event }: Combobox.Root.ChangeEventDetails): boolean {
    if (reason === 'focus-out') return props.pressing.current
    return (
      reason === 'outside-press' &&
      event.target instanceof Node &&
      props.triggerRef.current?.contains(event.target) === true
    )
  }

  // Asked when the list is gone: focus may have moved on by then, and stays there.
  function backToTrigger(): HTMLElement | boolean {
    const { activeElement } = document
    const lost = activeElement === null || activeElement === document.body
    return lost || activeElement.closest(`[id="${props.id}"]`) ? (props.triggerRef.current ?? true) : false
  }

  const list = (
    <PickerList
      id={props.id}
      label={props.label}
      rows={rows}
      createRow={createRow}
      loading={loading || props.loading === true}
      failed={failed}
      placeholder={props.placeholder ?? t('ui.picker.search')}
      emptyText={props.emptyText ?? t('ui.picker.empty')}
      anchor={props.anchor ?? props.triggerRef}
      finalFocus={props.trigger ? backToTrigger : undefined}
      footer={props.footer}
      side={props.side}
      align={props.align}
    />
  )

  if (props.multiple) {
    return (
      <Combobox.Root
        {...shared}
        multiple
        value={[...props.value]}
        onValueChange={(values) => {
          if (!values.includes(createRow)) return props.onChange(values)
          props.onCreate?.(name)
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
      value={props.value ?? (props.noneLabel ? noneRow : null)}
      onValueChange={(value) => {
        if (value === createRow) props.onCreate?.(name)
        else props.onChange(value === noneRow ? null : value)
      }}
    >
      {list}
    </Combobox.Root>
  )
}
