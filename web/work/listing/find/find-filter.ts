import type { RichFilters } from '../rich-filters.ts'

interface Lettered {
  id: string
  identifier: string
}

/**
 * Returns a filter for items whose title contains the text or whose key starts with it: `HARB-1` and `12`
 * both find HARB-12. Returns null for an empty text.
 */
export function createFindInListFilter(typed: string, projects: Iterable<Lettered>): RichFilters | null {
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
