import type { EntityManager } from '@mikro-orm/postgresql'
import type { DocumentPorts } from '../../platform/context/documents.ts'
import { loadDocumentUpdates, type StoredUpdate, type UpdateLogHead } from './log.ts'

/** HTML of an empty text. */
export const emptyHtml = '<p></p>'

export interface LoadedDocument {
  stored: StoredUpdate[]
  /** Initial HTML of a document without updates. Seeds and imports store only HTML. */
  html: string | null
  head: UpdateLogHead
}

/** Loads a document in the form that `mergeDocument` expects. */
export async function loadDocument(
  em: EntityManager,
  loadStoredHtml: DocumentPorts['loadStoredHtml'],
  name: string,
): Promise<LoadedDocument> {
  const stored = await loadDocumentUpdates(em, name)
  if (stored.length > 0) return loaded(stored, null)
  const html = await loadStoredHtml(em, name)
  // Load the updates again, because another writer may have converted the HTML to the first update before the
  // lock was obtained.
  return loaded(await loadDocumentUpdates(em, name), html)
}

function loaded(stored: StoredUpdate[], html: string | null): LoadedDocument {
  const version = stored.find((part) => part.version !== null)?.version ?? '0'
  const seqs = [...new Set(stored.flatMap((part) => part.seq ?? []))]
  return { stored, html: stored.length > 0 ? null : html, head: { version, seqs } }
}

export function getDocumentParts({ stored }: LoadedDocument): { parts: Uint8Array[]; has_state: boolean } {
  return { parts: stored.map((part) => part.update), has_state: stored[0]?.seq === null }
}

/** Returns the writers of updates that are not in the derived text yet, last writer at the end. */
export function getPendingUpdateWriters({ stored }: LoadedDocument): string[] {
  const writers = stored.flatMap(({ user_id, is_derived }) => (user_id === null || is_derived ? [] : user_id))
  return [...new Set(writers.toReversed())].toReversed()
}
