import type { Getter } from 'jotai'
import { tables } from './sync.ts'

type Kind = 'pages' | 'views' | 'work_items'

const seen = new Set<string>()

/**
 * Returns whether a row was loaded in this tab and has since been deleted or become inaccessible. A row that was never
 * loaded does not count, because an answer may have described it.
 */
export function isGone(get: Getter, kind: Kind, id: string): boolean {
  const isHere = get<unknown>(tables[kind].rowAtom(id)) !== undefined
  if (isHere) seen.add(id)
  return !isHere && seen.has(id)
}
