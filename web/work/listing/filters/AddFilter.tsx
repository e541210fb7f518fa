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
import type { PropertyFilter } from './leaf.ts'
import { filterValueOptions, parseFilterValue } from './value-options.ts'

interface AddFilterProps {
  /**
   * The project whose values the picker offers. If it is null, the picker offers the values of all projects.
   */
  projectId: string | null
  offered: readonly FilterablePropertyName[]
  /** The properties whose values the menu finds, including those of filters that are already set. */
  searched: readonly FilterablePropertyName[]
  hasFilters: boolean
  onAdd: (name: FilterablePropertyName) => void
  onAddValue: (filter: PropertyFilter) => void
}

/**
 * Picker for the property to filter by. The new filter chip then opens the picker for its value. Typing the
 * name of a value offers the whole filter, such as "Priority is Urgent".
 */
export function AddFilter({ projectId, offered, searched, hasFilters, onAdd, onAddValue }: AddFilterProps) {
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
        if (name !== undefined) return onAdd(name)
        if (value !== null) onAddValue(parseFilterValue(value))
      }}
      options={offered.map((name) => ({
        value: name,
        label: filterName(name),
        icon: findProperty(name)?.icon,
      }))}
      typedOptions={(typed) => filterValueOptions(searched, projectId, typed)}
      trigger={
        <Button size="sm" variant="ghost" icon={<ListFilter />}>
          <span className={hasFilters ? 'sr-only' : undefined}>{t('filters.filter')}</span>
        </Button>
      }
    />
  )
}
