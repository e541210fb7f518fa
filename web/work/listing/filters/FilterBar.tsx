import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo, useState } from 'react'
import { filtersOf } from '#common/work/listing/options.ts'
import type { FilteredName } from '#common/work/listing/properties.ts'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { isSwitchedOnAtom } from '../properties/switched.ts'
import { noFilters, type RichFilters } from '../rich-filters.ts'
import type { ListingScope } from '../scopes.ts'
import { AddFilter } from './AddFilter.tsx'
import {
  canRepeat,
  type Filter,
  type FilterPart,
  isUnfinished,
  newFilter,
  readParts,
  writeParts,
} from './leaf.ts'

const chips = loadable(() => import('./FilterChipBar.tsx').then(({ FilterChipBar }) => FilterChipBar))

interface Draft {
  filter: Filter
  /** Behind what is kept. Once it has a value it is kept at the same place, and its list stays open. */
  at: number
  /** Its value is chosen; its chip stays until what is kept has it. */
  isChosen?: true
}

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
  const [draft, setDraft] = useState<Draft | null>(null)
  if (draft?.isChosen && kept.length > draft.at) setDraft(null)
  const parts = draft === null || kept.length > draft.at ? kept : [...kept, partOf(draft.filter)]
  const used = parts.flatMap((part) => (part.kind === 'filter' ? [part.filter.property] : []))
  const isOn = useAtomValue(isSwitchedOnAtom(scope.context.project_id))
  const offered = filtersOf(scope.kind).filter(
    (name) => isOn(name) && (canRepeat(name) || !used.includes(name)),
  )

  function add(name: FilteredName): void {
    const filter = newFilter(name)
    if (isUnfinished(filter)) setDraft({ filter, at: kept.length })
    else onChange(writeParts([...kept, partOf(filter)]))
  }

  function replace(at: number, filter: Filter): void {
    // What has nothing to compare with any more asks for it, behind the others.
    if (isUnfinished(filter)) setDraft({ filter, at: at < kept.length ? kept.length - 1 : kept.length })
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
      <span className="flex h-control items-center max-sm:mr-auto md:-ml-2.5 @3xl:ml-0">
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

function partOf(filter: Filter): FilterPart {
  return { kind: 'filter', filter }
}
