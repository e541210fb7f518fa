import { useEffect, useState } from 'react'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { listNames } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { chipButtonClass } from '../../../platform/ui/chip-button-class.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { useFilterOptions } from './filter-options.ts'

interface FilterValuesProps {
  projectId: string | null
  property: FilterablePropertyName
  values: readonly string[]
  isNew: boolean
  onChange: (values: string[]) => void
  /** Called when the picker closes, with or without a chosen value. */
  onClose: () => void
}

export function FilterValues({ projectId, property, values, isNew, onChange, onClose }: FilterValuesProps) {
  const { t } = useTranslation()
  const options = useFilterOptions(property, projectId)
  const [open, setOpen] = useState(false)
  // The picker that added the filter closes first and moves the focus back, so the value picker opens
  // afterwards.
  useEffect(() => {
    if (isNew) setOpen(true)
  }, [isNew])
  const chosen = options.filter((option) => values.includes(option.value))
  const [only] = chosen
  const words = listNames(chosen.map((option) => option.label))
  const gone = values.length - chosen.length
  return (
    <Picker
      multiple
      label={t(`properties.${property}`)}
      value={values}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) onClose()
      }}
      onChange={onChange}
      options={options}
      trigger={
        <button type="button" className={chipButtonClass}>
          {chosen.length === 1 && only?.icon}
          <span className="truncate">
            {values.length === 0
              ? '…'
              : chosen.length > 3
                ? t('filters.several', { count: values.length })
                : words}
            {gone > 0 && chosen.length <= 3 && `${words && ', '}${t('filters.gone', { count: gone })}`}
          </span>
        </button>
      }
    />
  )
}
