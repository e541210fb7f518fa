import type { EntityManager } from '@mikro-orm/postgresql'
import { createUpdateAppendQueue } from '#api/documents/content/append-queue.ts'
import { appendUpdates } from '#api/documents/content/log.ts'
import { publishDocumentEvent } from '#api/platform/context/document-events.ts'
import type { OpenDocument, OpenDocuments } from './open-document.ts'
import { DocumentRejection, type DocumentServerPorts } from './ports.ts'

/** Updates of one user to one document, which are stored as one row. */
interface AppendRow {
  entry: OpenDocument
  bytes: number
  stored: Promise<void>
}

/**
 * Appends accepted updates to the log. For each open document, the appender counts the bytes that are pending
 * and the bytes that are stored.
 */
export function createUpdateLogAppender(
  { bus, log }: DocumentServerPorts,
  em: EntityManager,
  node: string,
  open: OpenDocuments,
) {
  const queue = createUpdateAppendQueue(
    (batch) => appendUpdates(em, batch),
    (updates) => {
      for (const { name, seq } of updates) open.get(name)?.known.add(seq)
      publishDocumentEvent(bus, { kind: 'appended', from: node, updates })
    },
  )
  /** Maps the promise of each pending append to the row that it will store. */
  const rows = new WeakMap<Promise<void>, AppendRow>()

  function rowFor(entry: OpenDocument, appended: Promise<void>): AppendRow {
    const known = rows.get(appended)
    // A document that was closed and opened again has a new entry, which must not share the row of the old
    // entry.
    if (known?.entry === entry) return known
    const row: AppendRow = {
      entry,
      bytes: 0,
      stored: appended
        .then(
          () => {
            entry.bytes += row.bytes
          },
          (error: unknown) => {
            log.error({ err: error, document: entry.name }, 'an update could not be stored')
            throw new DocumentRejection('unavailable')
          },
        )
        .finally(() => {
          entry.pending -= row.bytes
        }),
    }
    rows.set(appended, row)
    return row
  }

  return {
    /** Appends an update. Resolves when the update is committed. */
    append(entry: OpenDocument, workspace_id: string, update: Uint8Array, user_id: string): Promise<void> {
      const row = rowFor(entry, queue.append({ name: entry.name, workspace_id, update, user_id }))
      row.bytes += update.byteLength
      entry.pending += update.byteLength
      return row.stored
    },
    settled: () => queue.settled(),
  }
}
