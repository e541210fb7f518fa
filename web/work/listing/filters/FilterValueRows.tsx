import { use } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { CommandGroup } from '../../../platform/ui/CommandGroup.tsx'
import { CommandItem } from '../../../platform/ui/CommandItem.tsx'
import { CommandCloseContext, CommandQueryContext } from '../../../platform/ui/command-parts.ts'
import { matchingOptions } from '../../../platform/ui/picker-options.ts'
import type { RichFilters } from '../rich-filters.ts'
import type { ListingScope } from '../scopes.ts'
import { addFilterWithValue, filterBarEntriesToFilters, filtersToFilterBarEntries } from './leaf.ts'
import { useOfferedFilters } from './offered-filters.ts'
import { filterValueOptions, parseFilterValue } from './value-options.ts'

interface FilterValueRowsProps {
  scope: ListingScope
  filters: RichFilters
  onChange: (filters: RichFilters) => void
}

const shownAtMost = 8

/** Palette rows that filter the shown list by a value which matches the typed text. */
export function FilterValueRows({ scope, filters, onChange }: FilterValueRowsProps) {
  const { t } = useTranslation()
  const typed = use(CommandQueryContext)
  const close = use(CommandCloseContext)
  const offered = useOfferedFilters(scope)
  const options = filterValueOptions(offered, scope.context.project_id, typed)
  const matching = matchingOptions(options, typed).slice(0, shownAtMost)
  if (matching.length === 0) return null
  const add = (value: string) => {
    const entries = addFilterWithValue(filtersToFilterBarEntries(filters), parseFilterValue(value))
    onChange(filterBarEntriesToFilters(entries))
  }
  return (
    <CommandGroup heading={t('filters.add')}>
      {matching.map(({ value, label, icon, hint, keywords = [] }) => (
        <CommandItem
          key={value}
          value={`filter ${value}`}
          keywords={[label, ...keywords]}
          icon={icon}
          hint={hint}
          onSelect={() => {
            close?.()
            add(value)
          }}
        >
          {label}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}
