import type { DocumentKind, DocumentOwner } from '#common/documents/content/names.ts'
import type { DerivedContent } from '../../platform/context/documents.ts'
import { event } from '../../platform/db/events.ts'

/** The text of a page or work item is stored. Without `user_id` nobody wrote: stored HTML became a document. */
export const textStored = event<{ owner: DocumentOwner; content: DerivedContent }>('documents.text-stored')

/** Pages or work items are about to be deleted forever. */
export const deletingForever = event<{ kind: DocumentKind; ids: string[] }>('documents.deleting-forever')
