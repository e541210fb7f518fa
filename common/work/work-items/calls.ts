import { z } from 'zod'
import { documentContent } from '../../documents/content/content.ts'
import { declareCalls } from '../../platform/call.ts'
import { externalIdFields } from '../../platform/external-ids.ts'
import { emptyAsNull, looseBooleanField, positionField } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { originalAuthor } from './original.ts'
import { newSubItemsLimit } from './rules.ts'
import { newSubItem, workItemChangeFields, workItemNameField, workItemRow } from './schema.ts'

const fields = {
  name: workItemNameField,
  ...documentContent.shape,
  /**
   * If `state_id` is null, the item gets the default state of the project. If `epic_id` is the current epic,
   * the parent does not change.
   */
  ...workItemChangeFields,
  parent_id: emptyAsNull(id).optional(),
  sort_order: positionField.optional(),
  ...externalIdFields,
}

/**
 * True if the request only stores the same description in another format. The history of the item then gets no
 * entry, but the previous text is still stored as a version.
 */
export const skip_activity = looseBooleanField

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/'
const all = '/api/workspaces/{slug}/projects/{project_id}/issues/'

export const workItemCalls = declareCalls('work-items', {
  createWorkItem: {
    summary: 'Create a work item, optionally with sub-items',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    /** The item and its sub-items. The call creates the sub-items in the given order. */
    body: z.object({
      id: id.optional(),
      ...fields,
      original: originalAuthor.optional(),
      sub_items: z.array(newSubItem).max(newSubItemsLimit).optional(),
    }),
    items: workItemRow,
    etag: 'returned',
    status: 201,
    answer: workItemRow,
    fails: ['conflict'],
  },
  updateWorkItem: {
    summary: 'Update a work item',
    method: 'PATCH',
    path: one,
    who: { project: 'member', orOwn: true },
    body: z.object({ ...fields, skip_activity }).partial(),
    etag: 'matched',
    answer: workItemRow,
  },
  deleteWorkItem: {
    summary: 'Move a work item to the trash',
    method: 'DELETE',
    path: one,
    who: { project: 'admin', orOwn: true },
  },
  restoreWorkItem: {
    summary: 'Restore a work item from the trash',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/restore/',
    who: { project: 'admin', orOwn: true },
    answer: workItemRow,
  },
})
