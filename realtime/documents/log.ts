import { randomUUID } from 'node:crypto'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { disableMarkCleanup } from '#common/documents/content/updates.ts'
import { createDocumentCompactor } from './document-compactor.ts'
import { createOpenDocument, type OpenDocuments } from './open-document.ts'
import { type ConnectionContext, DocumentRejection, type DocumentServerPorts } from './ports.ts'
import { readStoredDocument } from './stored-document.ts'
import { createUpdateLogAppender } from './update-log-appender.ts'
import { validateDocumentUpdate } from './validate-update.ts'

export interface DocumentUpdateLog {
  /** Id of this process. Bus messages contain the id of the process that sent them. */
  node: string
  /** Loads the stored content into the document. */
  load(name: string, workspaceId: string, document: Document): Promise<void>
  /**
   * Stores an update. Resolves when the update is committed. Throws a `DocumentRejection` if the update must not be
   * applied.
   */
  record(connection: Connection<ConnectionContext>, update: Uint8Array): Promise<void>
  /** Compacts a document. A failure is logged, and the next compaction retries it. */
  merge(name: string, workspaceId: string): Promise<void>
  settled(): Promise<void>
}

/**
 * Connects open documents with the log in the database. An update is stored before it is applied and
 * acknowledged.
 */
export function createDocumentLog(ports: DocumentServerPorts, open: OpenDocuments): DocumentUpdateLog {
  const node = randomUUID()
  const { log } = ports
  const em = ports.em.fork()
  const appender = createUpdateLogAppender(ports, em, node, open)

  return {
    node,
    async load(name, workspaceId, document) {
      // Register the document before it is read, so that updates that other processes store during the read
      // are applied too.
      const entry = createOpenDocument(name, workspaceId, document)
      open.set(name, entry)
      disableMarkCleanup(document)
      const { parts, head, refused, stored } = await readStoredDocument(ports, em, name, workspaceId)
      if (refused > 0) log.error({ document: name, refused }, 'updates of the document cannot be applied')
      for (const seq of head.seqs) entry.known.add(seq)
      entry.version = head.version
      for (const part of parts) {
        withoutUpdateEvents(document, () => Y.applyUpdate(document, part))
        entry.bytes += part.byteLength
        await othersFirst()
      }
      // Use the stored bytes only if no update arrived while they were loaded. If an update has deleted
      // content, clients must not receive bytes that still contain it.
      if (entry.known.size > head.seqs.length) return
      entry.stored = stored
      document.on('afterTransaction', ({ deleteSet }) => {
        if (deleteSet.clients.size > 0) entry.stored = null
      })
    },

    record({ context, document }, update) {
      const entry = open.get(document.name)
      if (entry?.document !== document) return Promise.reject(new DocumentRejection('unavailable'))
      try {
        if (!validateDocumentUpdate(entry, update)) return Promise.resolve()
      } catch (error) {
        return Promise.reject(error)
      }
      return appender.append(entry, context.workspace_id, update, context.user.user_id)
    },

    merge: createDocumentCompactor(ports, open),
    settled: appender.settled,
  }
}

/**
 * Applies stored updates without update events. Nothing listens while a document loads, and encoding an event
 * costs as much as applying the update.
 */
function withoutUpdateEvents(document: Document, apply: () => void): void {
  const listeners = document._observers.get('update')
  document._observers.delete('update')
  try {
    apply()
  } finally {
    if (listeners) document._observers.set('update', listeners)
  }
}
