import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListingDisplaySettings, useListingDisplaySettings } from './display.ts'
import { hasNoFilters, noFilters, type RichFilters } from './rich-filters.ts'
import type { ListingScope } from './scopes.ts'

/** The display settings and filters of a scope, with functions to change them. */
export interface ActiveViewSettings {
  display: ListingDisplaySettings
  filters: RichFilters
  setFilters: (filters: RichFilters) => void
}

/** Returns the view settings that the user has chosen for a list. */
export function useOwnViewSettings(scope: ListingScope): ActiveViewSettings {
  const display = useListingDisplaySettings(scope)
  const [filters, setFilters] = useFilters(display)
  return { display, filters, setFilters }
}

/**
 * Returns the filters of a list. Filters in the URL have priority, so that a link shows the same list to
 * everyone. Without such filters, the user's last filters are used and written to the URL.
 */
function useFilters({
  settings,
  change,
}: ListingDisplaySettings): [RichFilters, (filters: RichFilters) => void] {
  const [search, setSearch] = useSearchParams()
  const sent = search.get('filters')
  const storedFilters = settings.rich_filters
  const filters = useMemo(
    () => (sent === null ? storedFilters : parseFiltersFromUrl(sent)),
    [sent, storedFilters],
  )
  const write = useCallback(
    (next: RichFilters) =>
      setSearch(
        (now) => {
          if (hasNoFilters(next)) now.delete('filters')
          else now.set('filters', JSON.stringify(next))
          return now
        },
        { replace: true },
      ),
    [setSearch],
  )
  useEffect(() => {
    if (sent === null && !hasNoFilters(storedFilters)) write(storedFilters)
  }, [sent, storedFilters, write])
  const set = useCallback(
    (next: RichFilters) => {
      // The preference is saved before the URL is changed, because the saved filters are applied again if the URL
      // contains no filters.
      change({ rich_filters: next })
      write(next)
    },
    [change, write],
  )
  return [filters, set]
}

/** Parses the filters of a URL. Invalid text (for example a truncated link) gives no filters. */
export function parseFiltersFromUrl(text: string): RichFilters {
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
