import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { clockAtom } from '../../../platform/person/today.ts'
import { chipButtonClass } from '../../../platform/ui/chip-button-class.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import type { DateFilterName, PropertyFilter } from './leaf.ts'
import {
  applyDateFilterChoice,
  dateFilterChoiceText,
  dateFilterOptions,
  getDateFilterChoice,
} from './when.ts'

interface DateFilterPickerProps {
  filter: PropertyFilter
  property: DateFilterName
  isNew: boolean
  onChange: (filter: PropertyFilter) => void
  /**
   * Called when the picker closes. `isChosen` is true if the user chose a value now, or if the filter had one
   * before.
   */
  onClose: (isChosen: boolean) => void
}

/**
 * Picker for the operator or period of a date filter. Its options complete a sentence that starts with the
 * property, such as "Due in the next 7 days".
 */
export function DateFilterPicker({ filter, property, isNew, onChange, onClose }: DateFilterPickerProps) {
  const { t } = useTranslation()
  const clock = useAtomValue(clockAtom)
  const [open, setOpen] = useState(false)
  const hasChosen = useRef(false)
  // The picker that added the filter closes first and moves the focus back, so this picker opens afterwards.
  useEffect(() => {
    if (isNew) setOpen(true)
  }, [isNew])
  return (
    <Picker
      label={t(`properties.${property}`)}
      placeholder={t('filters.whenPlaceholder')}
      value={getDateFilterChoice(filter)}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) onClose(hasChosen.current || getDateFilterChoice(filter) !== null)
        hasChosen.current = false
      }}
      onChange={(chosen) => {
        if (chosen === null) return
        hasChosen.current = true
        onChange(applyDateFilterChoice(filter, chosen, clock))
      }}
      options={(query) => dateFilterOptions(property, query)}
      trigger={
        <button type="button" className={chipButtonClass}>
          <span className="truncate">{dateFilterChoiceText(filter)}</span>
        </button>
      }
    />
  )
}
