import type { DocumentOwner } from '#common/documents/content/names.ts'
import type { DerivedContent } from '../../platform/context/documents.ts'
import { defineEvent } from '../../platform/db/events.ts'

/**
 * Emitted after the text of a page or work item was stored. `user_id` is null if stored HTML was converted to a
 * document without an edit by a user.
 */
export const documentTextStored = defineEvent<{ owner: DocumentOwner; content: DerivedContent }>(
  'documents.text-stored',
)

/**
 * Emitted when a user permanently deletes pages or work items from the trash. The job that empties the trash
 * after 60 days does not emit it, because nobody sees these rows any more.
 */
export const documentOwnersPurging = defineEvent<{ ids: string[] }>('documents.purging')
