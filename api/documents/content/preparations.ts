import type { DocumentContent, DocumentTarget } from '../../platform/context/documents.ts'
import { getDocumentParts, getPendingUpdateWriters, type LoadedDocument } from './load-document.ts'
import type { UpdateLogHead } from './log.ts'
import type { MergedDocument } from './merge-document.ts'
import { mergeDocumentInThread } from './thread-pool.ts'

/**
 * A change that was computed before the transaction, and the stored version of the document that the change
 * starts from.
 */
export interface PrecomputedChange {
  /** The name of the document. Is null for a document that the command is about to create. */
  name: string | null
  content: DocumentContent
  head: UpdateLogHead
  /** Ids of the users who wrote the updates that the stored text does not contain yet. */
  writer_ids: string[]
  merged: MergedDocument
}

export type PrecomputedChangeStore = ReturnType<typeof createPrecomputedChangeStore>

/** Creates a store for changes that were computed before the transaction. The changes are stored by request. */
export function createPrecomputedChangeStore() {
  const preparations = new WeakMap<object, PrecomputedChange[]>()
  return {
    /** Returns the changes that were precomputed for this content, oldest first. */
    of: (request: object, target: DocumentTarget, content: DocumentContent): PrecomputedChange[] =>
      (preparations.get(request) ?? []).filter((one) => isFor(one, target, content)),
    remember(request: object, prepared: PrecomputedChange): void {
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
  const derives_before = getPendingUpdateWriters(loaded).some((writer) => takesItsPlace || writer !== userId)
  const task = {
    name,
    ...getDocumentParts(loaded),
    html: loaded.html,
    content,
    base,
    base_title,
    derives: true,
    derives_before,
  }
  return mergeDocumentInThread(task, userId ?? name)
}

/**
 * Compare by value, because a retried command creates new objects with equal values, and possibly a new id for
 * the row that it creates.
 */
function isFor(
  { name, content }: PrecomputedChange,
  target: DocumentTarget,
  wanted: DocumentContent,
): boolean {
  const isSame = fields.every((field) => (content[field] ?? null) === (wanted[field] ?? null))
  return isSame && (name === null || name === target.name)
}

const fields = ['html', 'json', 'binary', 'title', 'match'] as const
