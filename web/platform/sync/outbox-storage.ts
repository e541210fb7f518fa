import type { CallName } from '#common/calls.ts'
import type { ErrorCode, FieldErrors } from '#common/platform/errors.ts'
import type { Answered } from './http.ts'
import type { AnyMutation } from './mutation.ts'

/** A change that waits, under its mutation id. Ids made later sort later. */
export interface Kept {
  id: string
  mutation: AnyMutation
  /** Whether it was sent at least once: then it may have arrived. */
  isTried: boolean
}

/** What the tabs of one person tell each other. */
export type News =
  | { added: Kept }
  | { removed: string }
  | { id: string; accepted: Answered<CallName> }
  | { id: string; refused: { code: ErrorCode | 'offline'; message: string; fields: FieldErrors } }

/** Where changes wait: in the tab alone, or on the machine for all tabs of a person. */
export interface OutboxStorage {
  /** In the order in which they were made. */
  all(): Promise<Kept[]>
  put(kept: Kept): Promise<void>
  remove(id: string): Promise<void>
  /** Notes that it is being sent; false when it is not there any more. */
  claim(id: string): Promise<boolean>
  /** Removes what was never sent; false when it was, or is gone. */
  removeUntried(id: string): Promise<boolean>
  /** Runs something while no other tab does. */
  alone(work: () => Promise<void>): Promise<void>
  tell(news: News): void
  onNews(listener: (news: News) => void): void
}

/** For as long as the tab lives, and where the machine keeps nothing. */
export function tabStorage(): OutboxStorage {
  const entries = new Map<string, Kept>()
  return {
    all: async () => [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    put: async (kept) => void entries.set(kept.id, kept),
    remove: async (id) => void entries.delete(id),
    async claim(id) {
      const kept = entries.get(id)
      if (kept !== undefined) entries.set(id, { ...kept, isTried: true })
      return kept !== undefined
    },
    removeUntried: async (id) => entries.get(id)?.isTried === false && entries.delete(id),
    alone: (work) => work(),
    tell: () => {},
    onNews: () => {},
  }
}
