import type { DocumentContent, DocumentTarget } from '../../platform/context/documents.ts'
import { documentPartsOf, type LoadedDocument, writersOfUnderivedUpdates } from './load-document.ts'
import type { LogHead } from './log.ts'
import type { MergedDocument } from './merge-document.ts'
import { mergeInThread } from './thread-pool.ts'

/**
 * A change that was computed before the transaction, and the stored version of the document that the change
 * starts from.
 */
export interface PreparedChange {
  /** The name of the document. Null for a document that the command is about to create. */
  name: string | null
  content: DocumentContent
  head: LogHead
  /** Ids of the users whose updates are not in the stored text yet. */
  writer_ids: string[]
  merged: MergedDocument
}

export type PreparedChanges = ReturnType<typeof createPreparedChanges>

/** Stores changes that were computed before the transaction, by request. */
export function createPreparedChanges() {
  const preparations = new WeakMap<object, PreparedChange[]>()
  return {
    /** Returns the prepared results for this content, oldest first. */
    of: (request: object, target: DocumentTarget, content: DocumentContent): PreparedChange[] =>
      (preparations.get(request) ?? []).filter((one) => isFor(one, target, content)),
    remember(request: object, prepared: PreparedChange): void {
      preparations.set(request, [...(preparations.get(request) ?? []), prepared])
    },
  }
}

/** Merges new content into a loaded document, in a worker thread. */
export function mergeContent(
  name: string,
  loaded: LoadedDocument,
  content: DocumentContent,
  userId: string | null,
  base: string | null,
  base_title: string | null = null,
): Promise<MergedDocument> {
  const takesItsPlace = content.restored_from !== undefined
  const derives_before = writersOfUnderivedUpdates(loaded).some(
    (writer) => takesItsPlace || writer !== userId,
  )
  const task = {
    name,
    ...documentPartsOf(loaded),
    html: loaded.html,
    content,
    base,
    base_title,
    derives: true,
    derives_before,
  }
  return mergeInThread(task, userId ?? name)
}

/** A retried command has new objects with equal values, and possibly a new id for its own row, so compare by value. */
function isFor({ name, content }: PreparedChange, target: DocumentTarget, wanted: DocumentContent): boolean {
  const isSame = fields.every((field) => (content[field] ?? null) === (wanted[field] ?? null))
  return isSame && (name === null || name === target.name)
}

const fields = ['html', 'json', 'binary', 'title', 'match'] as const
