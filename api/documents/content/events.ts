import type { DocumentOwner } from '#common/documents/content/names.ts'
import type { DerivedContent } from '../../platform/context/documents.ts'
import { event } from '../../platform/db/events.ts'

/** The text of a page or work item is stored. Without `user_id` nobody wrote: stored HTML became a document. */
export const textStored = event<{ owner: DocumentOwner; content: DerivedContent }>('documents.text-stored')

/** Somebody deletes pages or work items of the trash forever. The job that empties the trash after 60 days emits nothing: nobody sees them any more. */
export const purging = event<{ ids: string[] }>('documents.purging')
