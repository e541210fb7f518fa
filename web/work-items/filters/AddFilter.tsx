import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { FilterField } from '#common/listing/options.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { Picker } from '../../ui/Picker.tsx'
import { fieldIcons } from './field-icons.tsx'

interface AddFilterProps {
  fields: readonly FilterField[]
  hasFilters: boolean
  onAdd: (field: FilterField) => void
}

/** Chooses what to filter by; the chip that appears then asks for the value. */
export function AddFilter({ fields, hasFilters, onAdd }: AddFilterProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useHotkey('f', () => setOpen(true), { description: t('filters.add'), group: t('workItems.item') })
  return (
    <Picker
      label={t('filters.add')}
      value={null}
      open={open}
      onOpenChange={setOpen}
      onChange={(value) => {
        const field = fields.find((one) => one === value)
        if (field !== undefined) onAdd(field)
      }}
      options={fields.map((field) => ({
        value: field,
        label: t(`filters.field.${field}`),
        icon: fieldIcons[field],
      }))}
      trigger={
        <Button size="sm" variant="ghost" icon={<ListFilter />}>
          <span className={hasFilters ? 'sr-only' : undefined}>{t('filters.filter')}</span>
        </Button>
      }
    />
  )
}
