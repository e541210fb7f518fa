import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import * as Y from 'yjs'
import { replaceContent } from '#common/document/replace-content.ts'
import { appendUpdates, loadUpdates, lockDocument, type StoredUpdate } from './log.ts'
import type { DocumentPorts, DocumentTarget } from './ports.ts'
import { readHtml } from './read-html.ts'

type Ports = Pick<DocumentPorts, 'em' | 'storedHtml'>

/**
 * What is stored of a document. Rows that were filled with HTML alone (a seed, an import) become documents here, once: two
 * processes that open the same one at the same time must not both insert its text.
 */
export async function loadOrImport(ports: Ports, target: DocumentTarget): Promise<StoredUpdate[]> {
  const stored = await loadUpdates(ports.em, target.name)
  if (stored.length > 0) return stored
  const update = await updateOfStoredHtml(ports, target.name)
  if (!update) return []
  return ports.em.fork().transactional(async (em) => {
    await lockDocument(em, target.name, target.workspace_id)
    return importLocked(em, target, update)
  })
}

/** The same within a transaction that holds the document. */
export async function loadOrImportLocked(ports: Ports, target: DocumentTarget): Promise<StoredUpdate[]> {
  const stored = await loadUpdates(ports.em, target.name)
  if (stored.length > 0) return stored
  const update = await updateOfStoredHtml(ports, target.name)
  return update ? importLocked(ports.em, target, update) : []
}

/** The same for a read, which stores nothing: it would wait for a second connection while it holds its own. */
export async function loadOrRender(ports: Ports, target: DocumentTarget): Promise<Uint8Array[]> {
  const stored = await loadUpdates(ports.em, target.name)
  if (stored.length > 0) return stored.map((part) => part.update)
  const update = await updateOfStoredHtml(ports, target.name)
  return update ? [update] : []
}

async function importLocked(
  em: EntityManager,
  target: DocumentTarget,
  update: Uint8Array,
): Promise<StoredUpdate[]> {
  const stored = await loadUpdates(em, target.name)
  if (stored.length > 0) return stored
  await appendUpdates(em, [{ ...target, update, user_id: null }])
  return loadUpdates(em, target.name)
}

/** The same bytes every time, so that whoever was given them before they were stored has the same text and not a second one. */
async function updateOfStoredHtml({ em, storedHtml }: Ports, name: string): Promise<Uint8Array | null> {
  const html = await storedHtml(em, name)
  if (!html || html === '<p></p>') return null
  const doc = new Y.Doc()
  doc.clientID = createHash('sha256').update(`${name} ${html}`).digest().readUInt32BE()
  const update = replaceContent(doc, await readHtml(html))
  doc.destroy()
  return update
}
