import { z } from 'zod'
import { documentContent } from '../../documents/content/content.ts'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, position } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { newSubItemsLimit } from './rules.ts'
import { changeOf, newSubItem, workItemName, workItemRow } from './schema.ts'

const fields = {
  name: workItemName,
  ...documentContent.shape,
  /** A state that is null is the project's default state. An item that is below the epic already stays where it is. */
  ...changeOf,
  parent_id: emptyAsNull(id).optional(),
  sort_order: position.optional(),
}

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/'
const all = '/api/workspaces/{slug}/projects/{project_id}/issues/'

export const workItemCalls = declareCalls('work-items', {
  createWorkItem: {
    summary: 'Create a work item, with sub-items if it has some',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    /** Sub-items come with it, in their order. */
    body: z.object({
      id: id.optional(),
      ...fields,
      sub_items: z.array(newSubItem).max(newSubItemsLimit).optional(),
    }),
    items: workItemRow,
    lacks: ['external_id', 'external_source'],
    etag: 'told',
    status: 201,
    answer: workItemRow,
    fails: ['conflict'],
  },
  updateWorkItem: {
    summary: 'Change a work item',
    method: 'PATCH',
    path: one,
    who: { project: 'member', orOwn: true },
    /** There is no history yet that `skip_activity` would keep a change out of. */
    body: z.object({ ...fields, skip_activity: z.boolean() }).partial(),
    lacks: ['external_id', 'external_source'],
    etag: 'matched',
    answer: workItemRow,
  },
  deleteWorkItem: {
    summary: 'Put a work item into the trash',
    method: 'DELETE',
    path: one,
    who: { project: 'admin', orOwn: true },
  },
  restoreWorkItem: {
    summary: 'Take a work item out of the trash',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/restore/',
    who: { project: 'admin', orOwn: true },
    answer: workItemRow,
  },
})
