import { type ReactNode, useMemo, useState } from 'react'
import { filtersOf } from '#common/listing/options.ts'
import { type FilteredName, properties } from '#common/listing/properties.ts'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { loadable } from '../../ui/loadable.ts'
import { addDays, fromDate } from '../../ui/plain-date.ts'
import { usePreload } from '../../ui/use-preload.ts'
import { noFilters, type RichFilters } from '../rich-filters.ts'
import type { ListingScope } from '../scopes.ts'
import { AddFilter } from './AddFilter.tsx'
import { type Filter, isDate, type Part, readParts, writeParts } from './leaf.ts'

const chips = loadable(() => import('./FilterChips.tsx').then(({ FilterChips }) => FilterChips))

interface FilterBarProps {
  scope: ListingScope
  filters: RichFilters
  onChange: (filters: RichFilters) => void
  canClear: boolean
  /** What stands after the filters. */
  end?: ReactNode
}

/** What narrows the listing: each filter a chip whose parts are changed where they stand. */
export function FilterBar({ scope, filters, onChange, canClear, end }: FilterBarProps) {
  usePreload(chips)
  const kept = useMemo(() => readParts(filters), [filters])
  // The filter whose values are asked for. Until it has one it is in nobody's address, and is shown from here.
  const [draft, setDraft] = useState<FilteredName | null>(null)
  const isKept = kept.some((part) => part.kind === 'filter' && part.filter.property === draft)
  const parts =
    draft === null || isKept ? kept : [...kept, partOf({ property: draft, operator: 'in', values: [] })]
  const used = parts.flatMap((part) => (part.kind === 'filter' ? [part.filter.property] : []))
  const offered = filtersOf(scope.kind).filter((name) => isDate(name) || !used.includes(name))

  function add(name: FilteredName): void {
    if (isDate(name)) onChange(writeParts([...kept, partOf(weekOf(name))]))
    else setDraft(name)
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
      <span className="flex h-control items-center md:-ml-2.5 @3xl:ml-0">
        <AddFilter offered={offered} hasFilters={parts.length > 0} onAdd={add} />
      </span>
      {(parts.length > 0 || end) && (
        <div className="flex min-w-0 items-center gap-1.5 max-sm:order-last max-sm:basis-full sm:items-start @3xl:order-last @3xl:basis-full @3xl:pb-2 sm:@max-3xl:flex-1">
          {parts.length > 0 && (
            <LazyPart
              part={chips}
              props={{
                scope,
                parts,
                draft,
                onReplace: replace,
                onRemove: remove,
                onChosen: () => setDraft(null),
                onClear: canClear ? clear : null,
              }}
            />
          )}
          {end && <div className="flex h-control shrink-0 items-center gap-1.5">{end}</div>}
        </div>
      )}
    </>
  )
}

/** A date filter begins with a week: of what is to come for planned days, of what has been for the others. */
function weekOf(property: FilteredName): Filter {
  const today = fromDate(new Date())
  const isPast = properties[property].holds === 'moment'
  const values = isPast ? [addDays(today, -6), today] : [today, addDays(today, 6)]
  return { property, operator: 'between', values }
}

function partOf(filter: Filter): Part {
  return { kind: 'filter', filter }
}
