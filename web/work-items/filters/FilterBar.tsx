import { useMemo, useState } from 'react'
import { type FilterField, filterFields } from '#common/listing/options.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { addDays, fromDate } from '../../ui/plain-date.ts'
import type { Place } from '../listing/places.ts'
import { noFilters, type RichFilters } from '../listing/rich-filters.ts'
import { AddFilter } from './AddFilter.tsx'
import { FilterChip } from './FilterChip.tsx'
import { type DateFilterField, type Filter, isDateField, type Part, readParts, writeParts } from './leaf.ts'

interface FilterBarProps {
  place: Place
  filters: RichFilters
  onChange: (filters: RichFilters) => void
}

/** What narrows the listing: each filter a chip whose parts are changed where they stand. */
export function FilterBar({ place, filters, onChange }: FilterBarProps) {
  const { t } = useTranslation()
  const kept = useMemo(() => readParts(filters), [filters])
  // The filter whose values are asked for. Until it has one it is in nobody's address, and is shown from here.
  const [draft, setDraft] = useState<FilterField | null>(null)
  const isKept = kept.some((part) => part.kind === 'filter' && part.filter.field === draft)
  const parts =
    draft === null || isKept ? kept : [...kept, partOf({ field: draft, operator: 'in', values: [] })]
  const used = parts.flatMap((part) => (part.kind === 'filter' ? [part.filter.field] : []))
  const offered = filterFields[place.kind].filter((field) => isDateField(field) || !used.includes(field))

  function add(field: FilterField): void {
    if (isDateField(field)) onChange(writeParts([...kept, partOf(weekOf(field))]))
    else setDraft(field)
  }

  function replace(at: number, filter: Filter): void {
    onChange(writeParts(parts.with(at, partOf(filter))))
  }

  function remove(at: number): void {
    setDraft(null)
    onChange(writeParts(parts.toSpliced(at, 1)))
  }

  function clear(): void {
    setDraft(null)
    onChange(noFilters)
  }

  return (
    <>
      <AddFilter fields={offered} hasFilters={parts.length > 0} onAdd={add} />
      {parts.length > 0 && (
        <div className="scroll-quiet flex min-w-0 flex-wrap items-center gap-1.5 max-sm:order-last max-sm:basis-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:*:shrink-0 sm:flex-1">
          {parts.map((part, at) =>
            part.kind === 'filter' ? (
              <FilterChip
                // Only dates may be filtered twice. A new chip keeps its open list when it gets its first value.
                key={isDateField(part.filter.field) ? `${part.filter.field} ${at}` : part.filter.field}
                place={place}
                filter={part.filter}
                isNew={part.filter.field === draft}
                onChange={(filter) => replace(at, filter)}
                onChosen={() => setDraft(null)}
                onRemove={() => remove(at)}
              />
            ) : (
              <Chip
                key={JSON.stringify(part.expression)}
                name={t('filters.other')}
                parts={[{ tone: 'value', content: t('filters.other') }]}
                onRemove={() => remove(at)}
              />
            ),
          )}
          {kept.length > 0 && (
            <Button size="sm" variant="ghost" onClick={clear}>
              {t('filters.clear')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** A date filter begins with a week: of what is to come for planned days, of what has been for the others. */
function weekOf(field: DateFilterField): Filter {
  const today = fromDate(new Date())
  const isPast = field === 'created_at' || field === 'updated_at'
  const values = isPast ? [addDays(today, -6), today] : [today, addDays(today, 6)]
  return { field, operator: 'between', values }
}

function partOf(filter: Filter): Part {
  return { kind: 'filter', filter }
}
