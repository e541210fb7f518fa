import { type ReactNode, useMemo, useState } from 'react'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { noFilters, type RichFilters } from '../rich-filters.ts'
import type { ListingScope } from '../scopes.ts'
import { AddFilter } from './AddFilter.tsx'
import {
  addFilterWithValue,
  canAddFilterTwice,
  type FilterBarEntry,
  filterBarEntriesToFilters,
  filtersToFilterBarEntries,
  isFilterUnfinished,
  newFilter,
  type PropertyFilter,
} from './leaf.ts'
import { useOfferedFilters } from './offered-filters.ts'

const chips = loadable(() => import('./FilterChipBar.tsx').then(({ FilterChipBar }) => FilterChipBar))

interface Draft {
  filter: PropertyFilter
  /**
   * The index at which the new filter is shown. The filter is later saved at the same index, so that its open
   * picker stays mounted.
   */
  at: number
  /** True if a value is chosen. The chip stays until the saved filters contain the new filter. */
  isChosen?: true
}

interface FilterBarProps {
  scope: ListingScope
  /** The properties that the bar offers. If omitted, it offers all properties that exist in the scope. */
  only?: readonly FilterablePropertyName[]
  filters: RichFilters
  onChange: (filters: RichFilters) => void
  canClear: boolean
  /** Content after the filters. */
  end?: ReactNode
}

/** The filters of a listing, each as a chip with editable parts. */
export function FilterBar({ scope, only, filters, onChange, canClear, end }: FilterBarProps) {
  usePreload(chips)
  const storedParts = useMemo(() => filtersToFilterBarEntries(filters), [filters])
  // A new filter without a value. The filter is not saved or put into the URL until it has a value.
  const [draft, setDraft] = useState<Draft | null>(null)
  if (draft?.isChosen && storedParts.length > draft.at) setDraft(null)
  const parts =
    draft === null || storedParts.length > draft.at ? storedParts : [...storedParts, partOf(draft.filter)]
  const used = parts.flatMap((part) => (part.kind === 'filter' ? [part.filter.property] : []))
  const ofScope = useOfferedFilters(scope)
  const searched = only === undefined ? ofScope : ofScope.filter((name) => only.includes(name))
  const offered = searched.filter((name) => canAddFilterTwice(name) || !used.includes(name))

  function add(name: FilterablePropertyName): void {
    const filter = newFilter(name)
    if (isFilterUnfinished(filter)) setDraft({ filter, at: storedParts.length })
    else onChange(filterBarEntriesToFilters([...storedParts, partOf(filter)]))
  }

  function replace(at: number, filter: PropertyFilter): void {
    // If the user removes the last value of a filter, the saved filters no longer contain this filter. The bar then
    // shows the filter at its end as a new filter, for which the user can choose other values.
    if (isFilterUnfinished(filter))
      setDraft({ filter, at: at < storedParts.length ? storedParts.length - 1 : storedParts.length })
    onChange(filterBarEntriesToFilters(parts.with(at, partOf(filter))))
  }

  function remove(at: number): void {
    setDraft(null)
    onChange(filterBarEntriesToFilters(parts.toSpliced(at, 1)))
  }

  function clear(): void {
    setDraft(null)
    onChange(noFilters)
  }

  return (
    <>
      <span className="flex h-control items-center max-sm:me-auto md:-ms-2.5 @3xl:ms-0">
        <AddFilter
          projectId={scope.context.project_id}
          offered={offered}
          searched={searched}
          hasFilters={parts.length > 0}
          onAdd={add}
          onAddValue={(filter) =>
            onChange(filterBarEntriesToFilters(addFilterWithValue(storedParts, filter)))
          }
        />
      </span>
      {(parts.length > 0 || end) && (
        <div className="flex min-w-0 items-center gap-1.5 max-sm:order-last max-sm:basis-full sm:items-start @3xl:order-last @3xl:basis-full @3xl:pb-2 sm:@max-3xl:flex-1">
          {parts.length > 0 && (
            <LazyComponent
              part={chips}
              props={{
                scope,
                parts,
                draft: draft?.at ?? null,
                onReplace: replace,
                onRemove: remove,
                onChosen: () => setDraft((now) => now && { ...now, isChosen: true }),
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

function partOf(filter: PropertyFilter): FilterBarEntry {
  return { kind: 'filter', filter }
}
