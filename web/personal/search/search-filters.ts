import { useSearchParams } from 'react-router'
import { type SearchResultKind, searchResultKinds } from '#common/personal/search/kinds.ts'
import { addDays, parseDay } from '#common/platform/clock.ts'

/** Search query and filters, stored in the URL. */
export interface SearchFilters {
  q: string
  kinds: readonly SearchResultKind[]
  projects: readonly string[]
  people: readonly string[]
  from: string | null
  to: string | null
  /**
   * Limits the results to the last `days` days, including today. If it is null, `from` and `to` limit the results
   * instead.
   */
  days: number | null
}

export const searchDayRanges = [1, 7, 30, 365] as const

export function useSearchFilters(): [SearchFilters, (change: Partial<SearchFilters>) => void] {
  const [params, setParams] = useSearchParams()
  const wanted = parseFilters(params)
  const change = (next: Partial<SearchFilters>) =>
    setParams(serializeFilters({ ...wanted, ...next }), { replace: true })
  return [wanted, change]
}

function parseFilters(params: URLSearchParams): SearchFilters {
  const list = (name: string) => (params.get(name) ?? '').split(',').filter(Boolean)
  const days = Number(params.get('days'))
  return {
    q: params.get('q') ?? '',
    kinds: searchResultKinds.filter((kind) => list('type').includes(kind)),
    projects: list('project'),
    people: list('person'),
    from: parseDay(params.get('from') ?? ''),
    to: parseDay(params.get('to') ?? ''),
    days: searchDayRanges.find((span) => span === days) ?? null,
  }
}

function serializeFilters({
  q,
  kinds,
  projects,
  people,
  from,
  to,
  days,
}: SearchFilters): Record<string, string> {
  return {
    ...(q && { q }),
    ...(kinds.length > 0 && { type: kinds.join(',') }),
    ...(projects.length > 0 && { project: projects.join(',') }),
    ...(people.length > 0 && { person: people.join(',') }),
    ...(days === null && from && { from }),
    ...(days === null && to && { to }),
    ...(days !== null && { days: String(days) }),
  }
}

export function hasSearchFilters({ kinds, projects, people, from, to, days }: SearchFilters): boolean {
  return kinds.length + projects.length + people.length > 0 || (from ?? to ?? days) !== null
}

/** Converts the filters to the query of the API call. */
export function searchQueryOfFilters(
  { q, kinds, projects, people, from, to, days }: SearchFilters,
  today: string,
) {
  const first = days === null ? from : addDays(today, 1 - days)
  return {
    query: q.trim().slice(0, 255),
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
    ...(projects.length > 0 && { projects: projects.join(',') }),
    ...(people.length > 0 && { people: people.join(',') }),
    ...(first && { from: first }),
    ...(days === null && to && { to }),
  }
}
