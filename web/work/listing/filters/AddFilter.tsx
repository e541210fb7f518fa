import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { bufferKeysUntilFocus } from '../../../platform/ui/buffer-keys-until-focus.ts'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { findProperty } from '../properties/registry.ts'
import { filterName } from './filter-name.ts'

interface AddFilterProps {
  offered: readonly FilterablePropertyName[]
  hasFilters: boolean
  onAdd: (name: FilterablePropertyName) => void
}

/** Picker for the property to filter by. The new filter chip then opens the picker for its value. */
export function AddFilter({ offered, hasFilters, onAdd }: AddFilterProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const openByKey = () => {
    bufferKeysUntilFocus()
    setOpen(true)
  }
  useHotkey('f', openByKey, { description: t('filters.add'), group: t('workItems.item') })
  return (
    <Picker
      label={t('filters.add')}
      value={null}
      open={open}
      onOpenChange={setOpen}
      onChange={(value) => {
        const name = offered.find((one) => one === value)
        if (name !== undefined) onAdd(name)
      }}
      options={offered.map((name) => ({
        value: name,
        label: filterName(name),
        icon: findProperty(name)?.icon,
      }))}
      trigger={
        <Button size="sm" variant="ghost" icon={<ListFilter />}>
          <span className={hasFilters ? 'sr-only' : undefined}>{t('filters.filter')}</span>
        </Button>
      }
    />
  )
}
