import type { EntityManager } from '@mikro-orm/postgresql'
import { emptyHtml, getDocumentParts, loadDocument } from '#api/documents/content/load-document.ts'
import {
  appendUpdates,
  isUpdateLogUnchanged,
  lockDocument,
  type UpdateLogHead,
} from '#api/documents/content/log.ts'
import { mergeDocumentInThread } from '#api/documents/content/thread-pool.ts'
import type { OpenDocument } from './open-document.ts'
import type { DocumentServerPorts } from './ports.ts'

interface StoredDocument extends Pick<OpenDocument, 'stored'> {
  /** Updates of the document, in the order in which they must be applied. */
  parts: Uint8Array[]
  head: UpdateLogHead
  /** Number of stored updates that could not be read. */
  refused: number
}

/**
 * The server keeps the encoded state of a document in memory if the state is larger than this number of
 * bytes. It encodes smaller documents again for each client.
 */
const mostEncoded = 256 * 1024

/**
 * Reads a document as small updates, which must be applied in order. If the database contains only HTML or a
 * page's name, they are first converted to updates and appended to the log.
 */
export async function readStoredDocument(
  ports: DocumentServerPorts,
  em: EntityManager,
  name: string,
  workspaceId: string,
): Promise<StoredDocument> {
  const loaded = await loadDocument(em, ports.loadStoredHtml, name)
  const name_of_page = await ports.loadStoredTitle(em, name)
  const { parts, has_state } = getDocumentParts(loaded)
  // Skip the worker thread for empty documents, because most work items have no description.
  const isEmpty = parts.length === 0 && (!loaded.html || loaded.html === emptyHtml)
  if (isEmpty && !name_of_page) return { parts, head: loaded.head, refused: 0, stored: null }
  const task = { name, parts, has_state, html: loaded.html, name_of_page, derives: false, in_pieces: true }
  const { pieces, updates, refused, waiting, state, vector } = await mergeDocumentInThread(task, name)
  const whole = [...pieces, ...waiting.flatMap((at) => parts[at] ?? [])]
  const stored = state.byteLength > mostEncoded ? { update: state, vector } : null
  if (updates.length === 0) return { parts: whole, head: loaded.head, refused, stored }
  const added = { name, workspace_id: workspaceId, updates, user_id: null }
  const seqs = await em.fork().transactional(async (transaction) => {
    await lockDocument(transaction, name, workspaceId)
    // Append only if no other process has opened the document at the same time. Otherwise, the log would
    // contain the title twice.
    const isAlone = await isUpdateLogUnchanged(transaction, name, loaded.head)
    return isAlone ? appendUpdates(transaction, [added], { is_derived: true }) : null
  })
  if (seqs === null) return readStoredDocument(ports, em, name, workspaceId)
  return { parts: whole, head: { ...loaded.head, seqs: [...loaded.head.seqs, ...seqs] }, refused, stored }
}
