import { atom, type PrimitiveAtom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import type { Device } from './device.ts'
import { type AnswerWithVersion, type CallInputOf, type RequestClient, RequestError } from './http.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LocalRows } from './local-rows.ts'
import type { AnyMutation } from './mutation.ts'
import { isTemporaryError, Outbox, workspaceSlugOfCall } from './outbox.ts'
import type { QueuedMutation } from './outbox-storage.ts'
import { createSerialQueues } from './serial-queues.ts'
import type { Store } from './store.ts'
import type { Clock } from './system-clock.ts'
import type { RowOf, TableName } from './tables.ts'

/**
 * `lost` describes the rolled-back change if it was queued before the server rejected it. Otherwise `lost` is
 * null.
 */
type RefusalListener = (error: RequestError, lost: string | null, mutation: AnyMutation) => void

/** `message` describes the change to the user. */
type QueuedListener = (message: string) => void

export interface MutationDelivery {
  /** Number of writes in progress, without those in the outbox. */
  savingAtom: PrimitiveAtom<number>
  outbox: Outbox
  /**
   * Registers a listener that is called with the reason when the server rejected a write and its change was
   * rolled back. The user interface shows the reason.
   */
  onRefusal(listener: RefusalListener): () => void
  /**
   * Registers a listener that is called when a change could not be sent and was queued. The user interface
   * shows a notice.
   */
  onQueued(listener: QueuedListener): () => void
  /**
   * Shows a change optimistically and sends it. Resolves with the answer, or with null if the server rejected
   * the change or Undo removed it from the outbox.
   */
  perform(mutation: AnyMutation): Promise<Answer | null>
}

interface Parts {
  store: Store
  rows: LocalRows
  live: LiveConnection
  clock: Clock
  device: Device
  requests: RequestClient
}

type Answer = AnswerWithVersion<CallName>
type Sent = Answer | { waits: Promise<Answer | null> }

/** Sends changes to the server, directly or through the outbox, and rolls back those that it rejects. */
export function createMutationDelivery(parts: Parts): MutationDelivery {
  const { store, rows, live, device, requests } = parts
  const savingAtom = atom(0)
  const refusalListeners = new Set<RefusalListener>()
  const queuedListeners = new Set<QueuedListener>()
  const takeTurn = createSerialQueues(device)

  function accept({ id, mutation }: QueuedMutation, { answer, version }: Answer): void {
    const { changes, answerTable } = mutation
    const slug = workspaceSlugOfCall(mutation)
    if (answerTable !== undefined && answer !== undefined) {
      rows.applyAnswer(answerTable, answer as unknown as RowOf<TableName>, version, slug)
      rows.settle(id, changes)
    }
    // If the response contains no row, the change feed confirms the change. The feed sends nothing if the row already
    // had the new values. Therefore the optimistic change is removed when the feed has reached the version of the
    // response.
    else if (rows.isShowing(slug)) void live.waitForVersion(version).then(() => rows.settle(id, changes))
    else rows.settle(id, changes)
  }

  function refuse({ id, mutation }: QueuedMutation, error: RequestError, lost: string | null): void {
    rows.settle(id, mutation.changes)
    for (const listener of refusalListeners) listener(error, lost, mutation)
  }

  const outbox = new Outbox({
    ...parts,
    accept,
    refuse: (queued, error) => refuse(queued, error, queued.mutation.message ?? ''),
  })

  /**
   * Sends a change and returns the response. If other changes wait in the outbox or the request cannot be sent, adds
   * the change to the outbox and returns a promise of the response.
   */
  async function send(queued: QueuedMutation, isLeaving: boolean, isOver: () => void): Promise<Sent> {
    const { call, input, queueKey } = queued.mutation
    if (outbox.isWaiting || !device.isOnline()) {
      isOver()
      notifyQueued(queued)
      return { waits: outbox.add(queued) }
    }
    try {
      const keepalive = isLeaving || (queueKey !== undefined && isSmall(input))
      const options = { mutation_id: queued.id, ...(keepalive && { keepalive }) }
      const answer = await requests.requestWithVersion(call, input as CallInputOf<CallName>, options)
      isOver()
      return answer
    } catch (error) {
      isOver()
      if (!isTemporaryError(error)) throw error
      notifyQueued(queued)
      return { waits: outbox.add({ ...queued, isTried: true }) }
    }
  }

  /**
   * Notifies the user that a change was queued. A change without a message is part of a change that was
   * already announced.
   */
  function notifyQueued({ mutation: { message } }: QueuedMutation): void {
    if (message !== undefined) for (const listener of queuedListeners) listener(message)
  }

  /** Sends a change and applies the answer. Returns null if the server rejected the change. */
  async function sendNow(queued: QueuedMutation): Promise<Sent | null> {
    store.set(savingAtom, (count) => count + 1)
    // The timer also covers the time in the queue, because this request may wait for an earlier request that
    // hangs.
    const isOver = outbox.storeIfSlow(queued)
    try {
      const sent = await takeTurn(queueKeysOf(queued.mutation), (isLeaving) =>
        send(queued, isLeaving, isOver),
      )
      if (!('waits' in sent)) accept(queued, sent)
      return sent
    } catch (error) {
      if (!(error instanceof RequestError)) {
        rows.settle(queued.id, queued.mutation.changes)
        throw error
      }
      refuse(queued, error, null)
      return null
    } finally {
      store.set(savingAtom, (count) => count - 1)
    }
  }

  async function perform(mutation: AnyMutation): Promise<Answer | null> {
    const queued: QueuedMutation = { id: newId(), mutation, isTried: false }
    rows.applyLocal(queued.id, mutation.changes, workspaceSlugOfCall(mutation))
    const sent = await sendNow(queued)
    return sent !== null && 'waits' in sent ? sent.waits : sent
  }

  return {
    savingAtom,
    outbox,
    perform,
    onQueued(listener) {
      queuedListeners.add(listener)
      return () => void queuedListeners.delete(listener)
    },
    onRefusal(listener) {
      refusalListeners.add(listener)
      return () => void refusalListeners.delete(listener)
    },
  }
}

/**
 * Maximum length of a keepalive body in UTF-16 code units. A text of this length fits into 64 KiB in any
 * encoding. Browsers reject larger keepalive requests (Fetch, 4.6).
 */
const smallBody = 20_000

function isSmall(input: object): boolean {
  return JSON.stringify(input).length <= smallBody
}

/**
 * Returns the keys of the queues in which a change waits: one per changed row, and the `queueKey`. Without
 * queues, two parallel changes of one row could arrive in the wrong order, and the older value would win.
 */
function queueKeysOf({ queueKey, changes }: AnyMutation): string[] {
  const rows = changes.map(({ entity, id }) => `${entity}:${id}`)
  return queueKey === undefined ? rows : [...rows, queueKey]
}
