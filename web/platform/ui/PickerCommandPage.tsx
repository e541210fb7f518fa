import { Plus } from 'lucide-react'
import { use } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { CommandGroup } from './CommandGroup.tsx'
import { CommandItem } from './CommandItem.tsx'
import { CommandPageInputContext } from './command-parts.ts'
import type { PickerProps } from './Picker.tsx'
import { groupPickerOptions } from './picker-options.ts'
import { createOptionValue, noneOptionValue, usePickerRows } from './picker-rows.ts'

/**
 * The rows of a Picker on a page of the palette, filtered by the text in the input of the palette. With multiple
 * choice, rows have check marks and the page stays open.
 */
export function PickerCommandPage({ picker }: { picker: PickerProps }) {
  const { t } = useTranslation()
  const page = use(CommandPageInputContext)
  const { rows, name, loading, failed } = usePickerRows(picker, page?.query ?? '', true)
  const isChosen = (value: string) =>
    picker.multiple
      ? picker.value.includes(value)
      : value === (picker.value ?? (picker.noneLabel ? noneOptionValue : null))
  const choose = (value: string) => {
    page?.clear()
    if (value === createOptionValue) picker.onCreate?.(name)
    else if (picker.multiple) {
      const { value: chosen } = picker
      picker.onChange(isChosen(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
      return
    } else picker.onChange(value === noneOptionValue ? null : value)
    page?.close()
    // Waits until the palette has restored the focus. The chosen value may also have moved the element that
    // `finalFocus` returns.
    requestAnimationFrame(() => {
      const to = picker.finalFocus?.()
      if (to instanceof HTMLElement) to.focus()
    })
  }
  if (rows.length === 0) {
    return (
      <p role="status" className="px-4 py-8 text-center text-soft">
        {loading
          ? t('ui.loading')
          : failed
            ? t('ui.error.title')
            : (picker.emptyText ?? t('ui.picker.empty'))}
      </p>
    )
  }
  return groupPickerOptions(rows).map((group) => (
    <CommandGroup key={group.name} heading={group.name || picker.label}>
      {group.options.map((option) => (
        <CommandItem
          key={option.value}
          value={`page ${option.value}`}
          icon={option.value === createOptionValue ? <Plus /> : option.icon}
          hint={option.hint}
          disabled={option.disabled === true}
          checked={isChosen(option.value)}
          onSelect={() => choose(option.value)}
        >
          {option.label}
        </CommandItem>
      ))}
    </CommandGroup>
  ))
}
