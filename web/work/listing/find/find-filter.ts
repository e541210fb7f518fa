import type { RichFilters } from '../rich-filters.ts'

interface Lettered {
  id: string
  identifier: string
}

/** What is typed, found in titles and at the beginning of keys: `HARB-1` finds HARB-12, and so does `12`; null finds everything. */
export function findFilter(typed: string, projects: Iterable<Lettered>): RichFilters | null {
  const text = typed.trim()
  if (text === '') return null
  const named = { name__icontains: text }
  const [, letters, number = ''] = /^(?:(\p{L}[\p{L}\p{N}]*)-|#)?(\d{0,10})$/u.exec(text) ?? []
  const keyed = number === '' ? {} : { sequence_id__startswith: number }
  if (letters === undefined) return number === '' ? named : { or: [named, keyed] }
  const meant = [...projects].filter(({ identifier }) => identifier === letters.toLocaleUpperCase())
  return meant.length === 0
    ? named
    : { or: [named, ...meant.map(({ id }) => ({ project_id: id, ...keyed }))] }
}
