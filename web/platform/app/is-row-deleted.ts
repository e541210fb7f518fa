import type { Getter } from 'jotai'
import { tables } from './sync.ts'

type Kind = 'pages' | 'views' | 'work_items'

const seen = new Set<string>()

/**
 * Returns true if the row was loaded when this function was called earlier, and has since been deleted or become
 * inaccessible. Returns false for a row that was never loaded when this function was called. Such a row may exist,
 * and a server response may contain data about it.
 */
export function isRowDeleted(get: Getter, kind: Kind, id: string): boolean {
  const isLoaded = get<unknown>(tables[kind].rowAtom(id)) !== undefined
  if (isLoaded) seen.add(id)
  return !isLoaded && seen.has(id)
}
