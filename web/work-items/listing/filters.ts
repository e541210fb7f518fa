import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Display } from './display.ts'
import { isEmpty, noFilters, type RichFilters } from './rich-filters.ts'

/**
 * The filters of a place: those of the address, so that a link shows the same list to everybody, or else the ones that the person used
 * there last, which are put into the address.
 */
export function useFilters({ looking, change }: Display): [RichFilters, (filters: RichFilters) => void] {
  const [search, setSearch] = useSearchParams()
  const sent = search.get('filters')
  const kept = looking.rich_filters
  const filters = useMemo(() => (sent === null ? kept : parse(sent)), [sent, kept])
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

function parse(text: string): RichFilters {
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
