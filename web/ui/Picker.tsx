import { Combobox } from '@base-ui/react/combobox'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { PickerPopup } from './PickerPopup.tsx'
import { type PickerLoad, type PickerOption, useMatchingOptions } from './picker-options.ts'

interface PickerShared {
  /** The button that shows the value and opens the list. Leave it out and give `anchor` and `open` when a shortcut opens it. */
  trigger?: ReactElement
  anchor?: Element | null
  /** What is chosen: the name of the list, and the trigger's name for screen readers. */
  label: string
  options?: readonly PickerOption[]
  load?: PickerLoad
  loading?: boolean
  placeholder?: string
  emptyText?: ReactNode
  /** Given, typed text that names no option can be made into one. */
  onCreate?: (name: string) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  disabled?: boolean
  /** Below the list: a link to where the options are managed, a hint. */
  footer?: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
}

interface PickOne {
  multiple?: false
  value: string | null
  onChange: (value: string | null) => void
  /** Adds a first row that clears the value. */
  noneLabel?: string
  noneIcon?: ReactNode
}

interface PickMany {
  multiple: true
  value: readonly string[]
  onChange: (value: string[]) => void
}

export type PickerProps = PickerShared & (PickOne | PickMany)

const createRow = '\u0000create'
const noneRow = '\u0000none'

/** Chooses one or several of many by typing: states, people, labels, priorities, projects. */
export function Picker(props: PickerProps) {
  const { t } = useTranslation()
  const [ownOpen, setOwnOpen] = useState(false)
  const [query, setQuery] = useState('')
  const open = props.open ?? ownOpen
  const { matching, loading, failed } = useMatchingOptions({
    options: props.options,
    load: props.load,
    query,
    open,
  })

  const name = query.trim()
  const known = [...matching, ...(props.options ?? [])]
  const canCreate =
    props.onCreate &&
    name &&
    !known.some((option) => option.label.toLocaleLowerCase() === name.toLocaleLowerCase())
  const rows = [
    ...(!props.multiple && props.noneLabel && !name
      ? [{ value: noneRow, label: props.noneLabel, icon: props.noneIcon }]
      : []),
    ...matching,
    ...(canCreate ? [{ value: createRow, label: t('ui.picker.create', { name }) }] : []),
  ]

  function changeOpen(next: boolean) {
    if (next) setQuery('')
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }

  const shared = {
    items: rows.map((row) => row.value),
    filteredItems: rows.map((row) => row.value),
    itemToStringLabel: (value: string) => known.find((option) => option.value === value)?.label ?? value,
    inputValue: query,
    onInputValueChange: (typed: string, details: { reason: string }) => {
      // Choosing a row would put its name into the search field.
      if (details.reason === 'input-change' || details.reason === 'input-clear') setQuery(typed)
    },
    open,
    onOpenChange: changeOpen,
    disabled: props.disabled,
    autoHighlight: true,
  }

  const inside = (
    <>
      {props.trigger && <Combobox.Trigger render={props.trigger} aria-label={props.label} />}
      <PickerPopup
        label={props.label}
        rows={rows}
        createRow={createRow}
        loading={loading || Boolean(props.loading)}
        failed={failed}
        placeholder={props.placeholder ?? t('ui.picker.search')}
        emptyText={props.emptyText ?? t('ui.picker.empty')}
        anchor={props.anchor}
        footer={props.footer}
        side={props.side}
        align={props.align}
      />
    </>
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
        {inside}
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
      {inside}
    </Combobox.Root>
  )
}
