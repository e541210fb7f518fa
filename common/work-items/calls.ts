import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { day, id } from '../time.ts'
import { priority, values, workItemDetail, workItemName, workItemRow } from './schema.ts'

const sentences = z.string().max(10_000_000)

const fields = {
  name: workItemName,
  description_html: sentences.optional(),
  state_id: id.nullish(),
  parent_id: id.nullish(),
  priority: priority.optional(),
  assignee_ids: values.optional(),
  label_ids: values.optional(),
  start_date: day.nullish(),
  target_date: day.nullish(),
  sort_order: z.number().optional(),
}

const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/'
const all = '/api/workspaces/{slug}/projects/{project_id}/issues/'

export const workItemCalls = declareCalls({
  createWorkItem: {
    area: 'work-items',
    summary: 'Create a work item',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    body: z.object({ id: id.optional(), ...fields }),
    status: 201,
    answer: workItemRow,
    fails: ['conflict'],
  },
  getWorkItem: {
    area: 'work-items',
    summary: 'One work item with its description',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    status: 200,
    answer: workItemDetail,
  },
  getWorkItemByKey: {
    area: 'work-items',
    summary: 'One work item by its key, such as ATL-12',
    method: 'GET',
    path: '/api/workspaces/{slug}/work-items/{key}/',
    who: { workspace: 'guest' },
    params: z.object({ key: z.string().regex(/^[\p{L}\p{N}]{1,12}-\d{1,9}$/u, 'Invalid issue identifier') }),
    status: 200,
    answer: workItemDetail,
  },
  updateWorkItem: {
    area: 'work-items',
    summary: 'Change a work item',
    method: 'PATCH',
    path: one,
    who: { project: 'member', orOwn: true },
    body: z.object(fields).partial(),
    status: 200,
    answer: workItemRow,
  },
  deleteWorkItem: {
    area: 'work-items',
    summary: 'Put a work item into the trash',
    method: 'DELETE',
    path: one,
    who: { project: 'admin', orOwn: true },
    status: 204,
  },
  restoreWorkItem: {
    area: 'work-items',
    summary: 'Take a work item out of the trash',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/restore/',
    who: { project: 'admin', orOwn: true },
    status: 200,
    answer: workItemRow,
  },
  getWorkItemMeta: {
    area: 'work-items',
    summary: 'The key of a work item',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/meta/',
    who: { project: 'guest' },
    status: 200,
    answer: z.object({ sequence_id: z.int(), project_identifier: z.string() }),
  },
})
