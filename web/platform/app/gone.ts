import type { Getter } from 'jotai'
import { tables } from './sync.ts'

type Kind = 'pages' | 'views' | 'work_items'

const seen = new Set<string>()

/**
 * Whether a row that was on this device has left it, since it was deleted or is out of reach. A row that was never loaded is not gone: what
 * the server said of it in another answer still holds.
 */
export function isGone(get: Getter, kind: Kind, id: string): boolean {
  const isHere = get<unknown>(tables[kind].rowAtom(id)) !== undefined
  if (isHere) seen.add(id)
  return !isHere && seen.has(id)
}
