import { randomUUID } from 'node:crypto'
import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { createAppendQueue } from '#api/documents/append-queue.ts'
import { compact } from '#api/documents/compact.ts'
import { loadOrImport } from '#api/documents/import-html.ts'
import { appendUpdates } from '#api/documents/log.ts'
import { announce } from '#api/documents/news.ts'
import { maxDocumentBytes } from '#common/document/limits.ts'
import { checkUpdate, docOf, InvalidUpdate, stateOf } from '#common/document/updates.ts'
import type { OpenDocument, OpenDocuments } from './open-documents.ts'
import { type DocumentServerPorts, Refusal, type Visit } from './ports.ts'

export interface DocumentLog {
  /** Under which this process announces what it appended. */
  node: string
  load(name: string, workspaceId: string, document: Document): Promise<Uint8Array>
  /** Resolves when an update of someone who may write is committed; throws a `Refusal` when it must not be applied. */
  record(connection: Connection<Visit>, update: Uint8Array): Promise<void>
  /** Merges the log of a document; failures are logged and left to the next time. */
  merge(name: string, workspaceId: string): Promise<void>
  settled(): Promise<void>
}

/** Ties the memory of this process to the log in the database: nothing is applied, and so acknowledged, before it is in there. */
export function createDocumentLog(ports: DocumentServerPorts, open: OpenDocuments): DocumentLog {
  const node = randomUUID()
  const { bus, log } = ports
  const em = ports.em.fork()
  const queue = createAppendQueue(
    (batch) => appendUpdates(em, batch),
    (updates) => {
      for (const { name, seq } of updates) open.get(name)?.known.add(seq)
      announce(bus, { kind: 'appended', from: node, updates })
    },
  )

  return {
    node,
    async load(name, workspaceId, document) {
      // Known before it is read: what others append while this one reads is applied to it as well.
      const entry: OpenDocument = {
        name,
        workspace_id: workspaceId,
        document,
        known: new Set(),
        version: '0',
        bytes: 0,
        pending: 0,
      }
      open.set(name, entry)
      const stored = await loadOrImport(
        { em, storedHtml: ports.storedHtml },
        { name, workspace_id: workspaceId },
      )
      const { doc, refused } = docOf(stored.map((part) => part.update))
      for (const part of refused)
        log.error({ document: name, bytes: part.byteLength }, 'an update of the document cannot be applied')
      for (const { seq, version, update } of stored) {
        if (seq !== null) entry.known.add(seq)
        if (version !== null) entry.version = version
        entry.bytes += update.byteLength
      }
      const state = stateOf(doc)
      doc.destroy()
      return state
    },

    async record({ context, document }, update) {
      if (!isReadable(update)) return
      const entry = open.get(document.name)
      if (entry?.document !== document) throw new Refusal('unavailable')
      refuseTooLarge(entry, update)
      const { user, workspace_id } = context
      entry.pending += update.byteLength
      try {
        await queue.append({ name: entry.name, workspace_id, update, user_id: user.user_id })
        entry.bytes += update.byteLength
      } catch (error) {
        log.error({ err: error, document: entry.name }, 'an update could not be stored')
        throw new Refusal('unavailable')
      } finally {
        entry.pending -= update.byteLength
      }
    },

    async merge(name, workspaceId) {
      try {
        const merged = await compact(ports, name, workspaceId)
        const entry = open.get(name)
        if (!merged) return
        if (merged.refused > 0)
          log.error(
            { document: name, refused: merged.refused },
            'updates of the document could not be applied',
          )
        if (!entry) return
        for (const seq of merged.merged) entry.known.delete(seq)
        entry.version = merged.version
        entry.bytes = merged.bytes
      } catch (error) {
        log.error(
          { err: error, document: name },
          'a document could not be compacted; its updates stay in the log',
        )
      }
    },

    settled: () => queue.settled(),
  }
}

function isReadable(update: Uint8Array): boolean {
  try {
    return checkUpdate(update)
  } catch (error) {
    if (error instanceof InvalidUpdate) throw new Refusal('malformed')
    throw error
  }
}

/** What was deleted leaves the state when it is merged, so the exact size is asked for only where the sum is too large. */
function refuseTooLarge(entry: OpenDocument, update: Uint8Array): void {
  const added = entry.pending + update.byteLength
  if (entry.bytes + added <= maxDocumentBytes) return
  entry.bytes = Y.encodeStateAsUpdate(entry.document).byteLength
  if (entry.bytes + added > maxDocumentBytes) throw new Refusal('too-large')
}
