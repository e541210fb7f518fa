import type { DocumentContent, DocumentTarget } from '../../platform/context/documents.ts'
import { documentPartsOf, type LoadedDocument, writersOf } from './load-document.ts'
import type { LogHead } from './log.ts'
import type { MergedDocument } from './merge-document.ts'
import { mergeInThread } from './thread-pool.ts'

/** A change worked out beforehand, and the stored document that it starts from. */
export interface Prepared {
  /** Null for a document that the command is about to make. */
  name: string | null
  content: DocumentContent
  head: LogHead
  /** The writers of updates that are not in the stored text yet. */
  writer_ids: string[]
  merged: MergedDocument
}

export type Preparations = ReturnType<typeof createPreparations>

/** Changes that were worked out before a run of their transaction, by the request that makes them. */
export function createPreparations() {
  const preparations = new WeakMap<object, Prepared[]>()
  return {
    /** Answers the preparations of this change, in the order in which they were worked out. */
    of: (request: object, target: DocumentTarget, content: DocumentContent): Prepared[] =>
      (preparations.get(request) ?? []).filter((one) => isFor(one, target, content)),
    remember(request: object, prepared: Prepared): void {
      preparations.set(request, [...(preparations.get(request) ?? []), prepared])
    },
  }
}

/** Merges new content into a loaded document, in a thread. */
export function mergeContent(
  name: string,
  loaded: LoadedDocument,
  content: DocumentContent,
  userId: string | null,
  base: string | null,
  base_title: string | null = null,
): Promise<MergedDocument> {
  const takesItsPlace = content.restored_from !== undefined
  const derives_before = writersOf(loaded).some((writer) => takesItsPlace || writer !== userId)
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

/** A command that runs again has made other objects of the same values, and another id for a row of its own. */
function isFor({ name, content }: Prepared, target: DocumentTarget, wanted: DocumentContent): boolean {
  const isSame = fields.every((field) => (content[field] ?? null) === (wanted[field] ?? null))
  return isSame && (name === null || name === target.name)
}

const fields = ['html', 'json', 'binary', 'title', 'match'] as const
