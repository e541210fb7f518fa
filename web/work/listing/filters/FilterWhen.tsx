import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { clockAtom } from '../../../platform/person/today.ts'
import { chipPartClass } from '../../../platform/ui/chip-part-class.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import type { DateName, Filter } from './leaf.ts'
import { whenOf, whenOptions, whenWords, withWhen } from './when.ts'

interface FilterWhenProps {
  filter: Filter
  property: DateName
  isNew: boolean
  onChange: (filter: Filter) => void
  /** The list was closed, with or without something chosen. */
  onClose: (isChosen: boolean) => void
}

/** How a date is compared, as the rest of the sentence that its name begins. */
export function FilterWhen({ filter, property, isNew, onChange, onClose }: FilterWhenProps) {
  const { t } = useTranslation()
  const clock = useAtomValue(clockAtom)
  const [open, setOpen] = useState(false)
  const hasChosen = useRef(false)
  // The list that added the filter closes first, and takes the focus back.
  useEffect(() => {
    if (isNew) setOpen(true)
  }, [isNew])
  return (
    <Picker
      label={t(`properties.${property}`)}
      placeholder={t('filters.whenPlaceholder')}
      value={whenOf(filter)}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) onClose(hasChosen.current || whenOf(filter) !== null)
        hasChosen.current = false
      }}
      onChange={(chosen) => {
        if (chosen === null) return
        hasChosen.current = true
        onChange(withWhen(filter, chosen, clock))
      }}
      options={(query) => whenOptions(property, query)}
      trigger={
        <button type="button" className={chipPartClass}>
          <span className="truncate">{whenWords(filter)}</span>
        </button>
      }
    />
  )
}
