import { type Connection, type Document, OutgoingMessage, type TransactionOrigin } from '@hocuspocus/server'
import * as Y from 'yjs'
import {
  gapBeforeUpdate,
  gapInsideUpdate,
  hasMissingUpdates,
  isGapFilled,
  type UpdateGap,
} from '#common/documents/content/update-gaps.ts'
import { syncStep2Type } from './frames.ts'
import { type ConnectionContext, DocumentRejection } from './ports.ts'
import type { SyncedConnections } from './sync-answers.ts'

/**
 * Delays acknowledgements until the document contains the update. After a reconnect, a client may send new
 * updates before the earlier updates that they depend on. Such updates are stored in the log and wait in
 * memory. When the gap is filled, they are applied in one transaction and acknowledged.
 */
export interface OutOfOrderUpdates {
  /** Must be called before each frame of the connection is handled. */
  handling(connection: Connection<ConnectionContext>): void
  /**
   * Must be called before a stored update is applied. Returns true if the update has to wait for earlier
   * updates and must not be applied now.
   */
  defersUpdate(connection: Connection<ConnectionContext>, type: number, update: Uint8Array): boolean
  /**
   * Delays the acknowledgement of an update that is not stored yet, because it depends on updates that the client has
   * not sent. The client sends all of them in its answer to the sync request.
   */
  postpone(connection: Connection<ConnectionContext>, update: Uint8Array): void
}

interface Waiting {
  waits_for: UpdateGap
  update: Uint8Array
  /** True after Yjs has received the update. */
  is_applied: boolean
  connection: Connection<ConnectionContext>
  acknowledge(): void
}

interface Joined {
  acknowledge(): void
  /**
   * The next update to acknowledge. Null if the acknowledgement is delayed, undefined if the frame contains
   * no update.
   */
  next: Uint8Array | null | undefined
}

/**
 * Maximum number of waiting updates per document. A client that exceeds it must reconnect, and its answer to
 * the sync request then contains all of its updates.
 */
const mostWaiting = 10_000

export function createOutOfOrderUpdates(answers: SyncedConnections): OutOfOrderUpdates {
  const waiting = new WeakMap<Document, Waiting[]>()
  const joined = new WeakMap<Connection<ConnectionContext>, Joined>()

  function wait(
    connection: Connection<ConnectionContext>,
    update: Uint8Array,
    waits_for: UpdateGap,
    is_applied: boolean,
  ): void {
    const entry = joined.get(connection)
    if (!entry) return
    entry.next = null
    const { acknowledge } = entry
    const others = waitingIn(connection.document)
    if (others.length >= mostWaiting) throw new DocumentRejection('unavailable')
    // Copy the update, because the memory of its frame is overwritten.
    others.push({ waits_for, update: update.slice(), is_applied, connection, acknowledge })
  }

  function waitingIn(document: Document): Waiting[] {
    const known = waiting.get(document)
    if (known) return known
    const none: Waiting[] = []
    waiting.set(document, none)
    document.on('afterAllTransactions', () => releaseFilled(document, none))
    return none
  }

  return {
    handling(connection) {
      const known = joined.get(connection)
      if (known) {
        known.next = undefined
        return
      }
      const { document } = connection
      const send = connection.send.bind(connection)
      const acknowledgement = acknowledgementOf(connection)
      // Send no acknowledgement after the document was closed. A client that reopens the document would
      // mistake it for the acknowledgement of a newer update.
      const acknowledge = () => {
        if (document.hasConnection(connection)) send(acknowledgement)
      }
      const entry: Joined = { acknowledge, next: undefined }
      joined.set(connection, entry)
      connection.send = (message) => {
        if (!isSame(message, acknowledgement)) return send(message)
        const gap = entry.next && hasMissingUpdates(document) ? gapInsideUpdate(document, entry.next) : null
        if (entry.next && gap) wait(connection, entry.next, gap, true)
        if (entry.next !== null) acknowledge()
      }
    },
    defersUpdate(connection, type, update) {
      const entry = joined.get(connection)
      const { document } = connection
      if (type === syncStep2Type) return false
      if (entry) entry.next = update
      if (answers.have(connection) && !hasMissingUpdates(document)) return false
      const gap = gapBeforeUpdate(document, update)
      if (gap) wait(connection, update, gap, false)
      return gap !== null
    },
    postpone(connection, update) {
      const gap = gapInsideUpdate(connection.document, update)
      if (gap) wait(connection, update, gap, true)
    },
  }
}

function releaseFilled(document: Document, waiting: Waiting[]): void {
  const isReady = ({ waits_for }: Waiting) => isGapFilled(document, waits_for)
  if (!waiting.some(isReady)) return
  if (waiting.some((one) => !one.is_applied && isReady(one))) {
    applyDeferred(document, waiting)
    return
  }
  const left = waiting.filter((one) => {
    if (!isReady(one)) return true
    const gap = gapInsideUpdate(document, one.update)
    if (gap) one.waits_for = gap
    else one.acknowledge()
    return gap !== null
  })
  waiting.splice(0, waiting.length, ...left)
}

/**
 * Applies waiting updates when all earlier updates that they depend on have arrived. The handler at the end of this
 * transaction sends the acknowledgements.
 */
function applyDeferred(document: Document, waiting: Waiting[]): void {
  const deferred = waiting.filter((one) => !one.is_applied)
  for (const one of deferred) one.is_applied = true
  document.transact(() => {
    try {
      Y.applyUpdate(document, Y.mergeUpdates(deferred.map(({ update }) => update)), originOf(deferred))
    } catch {
      // Apply the updates one by one, so that an invalid update does not prevent the application of valid
      // updates.
      for (const { update } of deferred) applyIfPossible(document, update)
    }
  }, originOf(deferred))
}

function applyIfPossible(document: Document, update: Uint8Array): void {
  try {
    Y.applyUpdate(document, update)
  } catch {
    // Ignore an invalid update. Loading a document ignores invalid updates too.
  }
}

function originOf(deferred: Waiting[]): TransactionOrigin {
  const connection = deferred[0]?.connection
  return connection ? { source: 'connection', connection } : { source: 'local' }
}

function acknowledgementOf({ messageAddress }: Connection<ConnectionContext>): Uint8Array {
  return new OutgoingMessage(messageAddress).writeSyncStatus(true).toUint8Array()
}

function isSame(message: Uint8Array, other: Uint8Array): boolean {
  return message.byteLength === other.byteLength && Buffer.compare(message, other) === 0
}
