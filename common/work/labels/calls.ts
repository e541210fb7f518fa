import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { color, orNone, position, ruled } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { labelNameLength, labelNameProblem } from './rules.ts'
import { labelRow } from './schema.ts'

const name = ruled(labelNameLength * 2, labelNameProblem, {
  required: 'A name is required.',
  too_long: 'A name has at most 255 characters.',
})

const fields = {
  name,
  color: color.optional(),
  parent: orNone(id).optional(),
  sort_order: position.optional(),
}

const all = '/api/workspaces/{slug}/projects/{project_id}/issue-labels/'
const one = '/api/workspaces/{slug}/projects/{project_id}/issue-labels/{label_id}/'

export const labelCalls = declareCalls({
  listWorkspaceLabels: {
    area: 'labels',
    summary: 'Labels of every project that the caller has access to',
    method: 'GET',
    path: '/api/workspaces/{slug}/labels/',
    who: { workspace: 'guest' },
    status: 200,
    answer: z.array(labelRow),
  },
  listLabels: {
    area: 'labels',
    summary: 'Labels of a project',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    status: 200,
    answer: z.array(labelRow),
  },
  createLabel: {
    area: 'labels',
    summary: 'Create a label',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({ id: id.optional(), ...fields }),
    lacks: ['description'],
    status: 201,
    answer: labelRow,
  },
  updateLabel: {
    area: 'labels',
    summary: 'Change a label',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z.object(fields).partial(),
    lacks: ['description'],
    status: 200,
    answer: labelRow,
  },
  deleteLabel: {
    area: 'labels',
    summary: 'Delete a label and take it off every work item and page',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
    status: 204,
  },
  mergeLabel: {
    area: 'labels',
    summary:
      'Make a label one with another: what carries it carries the other one, and labels below it go there',
    method: 'POST',
    path: `${one}merge/`,
    who: { project: 'admin' },
    body: z.object({ into: id }),
    status: 200,
    answer: labelRow,
  },
  restoreLabel: {
    area: 'labels',
    summary:
      'Bring a label back that was deleted or became another one, with what it stood above and what carried it',
    method: 'POST',
    path: `${one}restore/`,
    who: { project: 'admin' },
    status: 200,
    answer: labelRow,
  },
  countLabelItems: {
    area: 'labels',
    summary: 'How many work items and pages carry each label of a project, by its id',
    method: 'GET',
    path: `${all}counts/`,
    who: { project: 'member' },
    status: 200,
    answer: z.record(id, z.int()),
  },
})
