import type { CallName } from '#common/calls.ts'
import type { ErrorCode, FieldErrors } from '#common/platform/errors.ts'
import type { AnswerWithVersion } from './http.ts'
import type { AnyMutation } from './mutation.ts'

/** A queued change. The ids of mutations sort in the order of their creation. */
export interface QueuedMutation {
  id: string
  mutation: AnyMutation
  /** True if the change was sent at least once. The server may then have received it. */
  isTried: boolean
}

/** Messages between the tabs of one user. */
export type OutboxMessage =
  | { added: QueuedMutation }
  | { removed: string }
  | { id: string; accepted: AnswerWithVersion<CallName> }
  | { id: string; refused: { code: ErrorCode | 'offline'; message: string; fields: FieldErrors } }

/** Stores queued changes, in the tab or for all tabs of the user in this browser. */
export interface OutboxStorage {
  /** Returns all queued changes in order of creation. */
  all(): Promise<QueuedMutation[]>
  put(queued: QueuedMutation): Promise<void>
  remove(id: string): Promise<void>
  /** Marks a change as being sent. Returns false if another tab has removed it. */
  claim(id: string): Promise<boolean>
  /** Removes a change that was never sent. Returns false if it was sent or has already been removed. */
  removeUntried(id: string): Promise<boolean>
  /** Runs `work` under a lock that all tabs of the user share. Waits until no other tab has locked it. */
  alone(work: () => Promise<void>): Promise<void>
  send(news: OutboxMessage): void
  onMessage(listener: (news: OutboxMessage) => void): void
}

/** Earlier versions of the client stored these fields of a mutation under other names. */
const formerNames: Readonly<Record<string, string>> = {
  words: 'message',
  inTurn: 'queueKey',
  answers: 'answerTable',
  opens: 'createdRow',
}

/** Renames the fields of a change that an earlier version of the client has stored. */
export function withCurrentFieldNames(queued: QueuedMutation): QueuedMutation {
  return { ...queued, mutation: renamed(queued.mutation) as AnyMutation }
}

function renamed(mutation: object): object {
  const entries = Object.entries(mutation).map(([name, value]) => {
    if (name === 'undo' || name === 'redo') return [name, value && renamed(value)]
    return [formerNames[name] ?? name, value]
  })
  return Object.fromEntries(entries)
}

/** Returns a storage that lasts as long as the tab, for browsers that do not allow permanent storage. */
export function createTabOutboxStorage(): OutboxStorage {
  const entries = new Map<string, QueuedMutation>()
  return {
    all: async () => [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    put: async (queued) => void entries.set(queued.id, queued),
    remove: async (id) => void entries.delete(id),
    async claim(id) {
      const queued = entries.get(id)
      if (queued !== undefined) entries.set(id, { ...queued, isTried: true })
      return queued !== undefined
    },
    removeUntried: async (id) => entries.get(id)?.isTried === false && entries.delete(id),
    alone: (work) => work(),
    send: () => {},
    onMessage: () => {},
  }
}
