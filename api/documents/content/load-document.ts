import type { EntityManager } from '@mikro-orm/postgresql'
import type { DocumentPorts } from '../../platform/context/documents.ts'
import { type LogHead, loadUpdates, type StoredUpdate } from './log.ts'

/** What a row without a text has. */
export const emptyHtml = '<p></p>'

export interface LoadedDocument {
  stored: StoredUpdate[]
  /** What a document begins with of which nothing is stored: rows that were filled with HTML alone, by a seed or an import. */
  html: string | null
  head: LogHead
}

/** What is stored of a document, as `mergeDocument` takes it. */
export async function loadDocument(
  em: EntityManager,
  storedHtml: DocumentPorts['storedHtml'],
  name: string,
): Promise<LoadedDocument> {
  const stored = await loadUpdates(em, name)
  if (stored.length > 0) return loaded(stored, null)
  const html = await storedHtml(em, name)
  // Somebody may have written between: then the HTML is already what was derived from that.
  return loaded(await loadUpdates(em, name), html)
}

function loaded(stored: StoredUpdate[], html: string | null): LoadedDocument {
  const version = stored.find((part) => part.version !== null)?.version ?? '0'
  const seqs = [...new Set(stored.flatMap((part) => part.seq ?? []))]
  return { stored, html: stored.length > 0 ? null : html, head: { version, seqs } }
}

export function documentPartsOf({ stored }: LoadedDocument): { parts: Uint8Array[]; has_state: boolean } {
  return { parts: stored.map((part) => part.update), has_state: stored[0]?.seq === null }
}

/**
 * Who wrote what is not in the derived text yet, whoever wrote last at the end; what is in it already changes nothing that anyone should hear
 * of.
 */
export function writersOf({ stored }: LoadedDocument): string[] {
  const writers = stored.flatMap(({ user_id, is_derived }) => (user_id === null || is_derived ? [] : user_id))
  return [...new Set(writers.toReversed())].toReversed()
}
