import type { EntityManager } from '@mikro-orm/postgresql'
import * as Y from 'yjs'
import { replaceContent } from '#common/document/replace-content.ts'
import { appendUpdates, loadUpdates, lockDocument, type StoredUpdate } from './log.ts'
import type { DocumentPorts, DocumentTarget } from './ports.ts'
import { readHtml } from './read-html.ts'

/**
 * What is stored of a document. Rows that were filled with HTML alone (a seed, an import) become documents here, once: two
 * processes that open the same one at the same time must not both insert its text.
 */
export async function loadOrImport(
  ports: Pick<DocumentPorts, 'em' | 'storedHtml'>,
  target: DocumentTarget,
): Promise<StoredUpdate[]> {
  const stored = await loadUpdates(ports.em, target.name)
  if (stored.length > 0) return stored
  const html = await ports.storedHtml(ports.em, target.name)
  if (!html || html === '<p></p>') return []
  const update = await updateOfHtml(html)
  if (!update) return []
  return ports.em.fork().transactional(async (em) => importOnce(em, target, update))
}

async function importOnce(
  em: EntityManager,
  target: DocumentTarget,
  update: Uint8Array,
): Promise<StoredUpdate[]> {
  await lockDocument(em, target.name, target.workspace_id)
  const stored = await loadUpdates(em, target.name)
  if (stored.length > 0) return stored
  await appendUpdates(em, [{ ...target, update, user_id: null }])
  return loadUpdates(em, target.name)
}

async function updateOfHtml(html: string): Promise<Uint8Array | null> {
  const doc = new Y.Doc()
  const update = replaceContent(doc, await readHtml(html))
  doc.destroy()
  return update
}
