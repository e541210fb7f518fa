import { randomUUID } from 'node:crypto'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { withoutMarkCleanup } from '#common/documents/content/updates.ts'
import { acceptUpdate } from './accept-update.ts'
import { createRowAppender } from './append-rows.ts'
import { createMerging } from './merging.ts'
import { emptyEntry, type OpenDocuments } from './open-documents.ts'
import { type DocumentServerPorts, Refusal, type Visit } from './ports.ts'
import { readStoredDocument } from './stored-document.ts'

export interface DocumentLog {
  /** Under which this process announces what it appended. */
  node: string
  /** Fills the document with what is stored of it. */
  load(name: string, workspaceId: string, document: Document): Promise<void>
  /** Resolves when an update of someone who may write is committed; throws a `Refusal` when it must not be applied. */
  record(connection: Connection<Visit>, update: Uint8Array): Promise<void>
  /** Merges the log of a document; failures are logged and left to the next time. */
  merge(name: string, workspaceId: string): Promise<void>
  settled(): Promise<void>
}

/** Ties the memory of this process to the log in the database: nothing is applied, and so acknowledged, before it is in there. */
export function createDocumentLog(ports: DocumentServerPorts, open: OpenDocuments): DocumentLog {
  const node = randomUUID()
  const { log } = ports
  const em = ports.em.fork()
  const appender = createRowAppender(ports, em, node, open)

  return {
    node,
    async load(name, workspaceId, document) {
      // Known before it is read: what others append while this one reads is applied to it as well.
      const entry = emptyEntry(name, workspaceId, document)
      open.set(name, entry)
      withoutMarkCleanup(document)
      const { parts, head, refused, stored } = await readStoredDocument(ports, em, name, workspaceId)
      if (refused > 0) log.error({ document: name, refused }, 'updates of the document cannot be applied')
      for (const seq of head.seqs) entry.known.add(seq)
      entry.version = head.version
      for (const part of parts) {
        unheard(document, () => Y.applyUpdate(document, part))
        entry.bytes += part.byteLength
        await othersFirst()
      }
      // Unless others wrote meanwhile: what was deleted since must not be sent to anyone.
      if (entry.known.size > head.seqs.length) return
      entry.stored = stored
      document.on('afterTransaction', ({ deleteSet }) => {
        if (deleteSet.clients.size > 0) entry.stored = null
      })
    },

    record({ context, document }, update) {
      const entry = open.get(document.name)
      if (entry?.document !== document) return Promise.reject(new Refusal('unavailable'))
      try {
        if (!acceptUpdate(entry, update)) return Promise.resolve()
      } catch (error) {
        return Promise.reject(error)
      }
      return appender.append(entry, context.workspace_id, update, context.user.user_id)
    },

    merge: createMerging(ports, open),
    settled: appender.settled,
  }
}

/** What is stored is news to nobody: while no one listens Yjs need not encode it again, which costs as much as applying it. */
function unheard(document: Document, apply: () => void): void {
  const listeners = document._observers.get('update')
  document._observers.delete('update')
  try {
    apply()
  } finally {
    if (listeners) document._observers.set('update', listeners)
  }
}
