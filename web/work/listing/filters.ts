import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Display, useDisplay } from './display.ts'
import { isEmpty, noFilters, type RichFilters } from './rich-filters.ts'
import type { ListingScope } from './scopes.ts'

/** How one looks at a scope: what of it is shown, how, and how to change it. */
export interface LooksInUse {
  display: Display
  filters: RichFilters
  setFilters: (filters: RichFilters) => void
}

/** As one has chosen for oneself. */
export function useOwnLooks(scope: ListingScope): LooksInUse {
  const display = useDisplay(scope)
  const [filters, setFilters] = useFilters(display)
  return { display, filters, setFilters }
}

/**
 * The filters of a scope: those of the address, so that a link shows the same list to everybody, or else the ones that the person used
 * there last, which are put into the address.
 */
function useFilters({ looking, change }: Display): [RichFilters, (filters: RichFilters) => void] {
  const [search, setSearch] = useSearchParams()
  const sent = search.get('filters')
  const kept = looking.rich_filters
  const filters = useMemo(() => (sent === null ? kept : readFilters(sent)), [sent, kept])
  const write = useCallback(
    (next: RichFilters) =>
      setSearch(
        (now) => {
          if (isEmpty(next)) now.delete('filters')
          else now.set('filters', JSON.stringify(next))
          return now
        },
        { replace: true },
      ),
    [setSearch],
  )
  useEffect(() => {
    if (sent === null && !isEmpty(kept)) write(kept)
  }, [sent, kept, write])
  const set = useCallback(
    (next: RichFilters) => {
      // Kept first: an address without filters is filled from what is kept.
      change({ rich_filters: next })
      write(next)
    },
    [change, write],
  )
  return [filters, set]
}

/** The filters of an address; of one that was cut off, none. */
export function readFilters(text: string): RichFilters {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : noFilters
  } catch {
    return noFilters
  }
}

function isRecord(value: unknown): value is RichFilters {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
