import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { externalIdFields } from '../../platform/external-ids.ts'
import { colorField, emptyAsNull, positionField, textWithRule } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { labelNameProblem, maxLabelNameLength } from './rules.ts'
import { labelRow } from './schema.ts'

const name = textWithRule(maxLabelNameLength * 2, labelNameProblem, {
  required: 'A name is required.',
  too_long: 'A name can have at most 255 characters.',
})

const fields = {
  name,
  color: colorField.optional(),
  parent: emptyAsNull(id).optional(),
  sort_order: positionField.optional(),
  ...externalIdFields,
}

const all = '/api/workspaces/{slug}/projects/{project_id}/issue-labels/'
const one = '/api/workspaces/{slug}/projects/{project_id}/issue-labels/{label_id}/'

export const labelCalls = declareCalls('labels', {
  listWorkspaceLabels: {
    summary: 'List the labels of all projects that you can access',
    method: 'GET',
    path: '/api/workspaces/{slug}/labels/',
    who: { workspace: 'guest' },
    answer: z.array(labelRow),
  },
  listLabels: {
    summary: 'List the labels of a project',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: z.array(labelRow),
  },
  createLabel: {
    summary: 'Create a label',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({ id: id.optional(), ...fields }),
    lacks: ['description'],
    status: 201,
    answer: labelRow,
  },
  createLabels: {
    summary: 'Create several labels. Names that the project already has are left out',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/bulk-create-labels/',
    who: { project: 'admin' },
    body: z.object({
      label_data: z
        .array(z.object({ name, color: colorField.optional() }))
        .min(1)
        .max(100),
    }),
    status: 201,
    answer: z.object({ labels: z.array(labelRow) }),
  },
  updateLabel: {
    summary: 'Update a label',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z.object(fields).partial(),
    lacks: ['description'],
    answer: labelRow,
  },
  deleteLabel: {
    summary: 'Delete a label. It is removed from all work items and pages',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
  },
  mergeLabel: {
    summary: 'Merge a label into another label, with its sub-labels',
    method: 'POST',
    path: `${one}merge/`,
    who: { project: 'admin' },
    body: z.object({ into: id }),
    answer: labelRow,
  },
  restoreLabel: {
    summary: 'Restore a deleted or merged label on its work items and pages',
    method: 'POST',
    path: `${one}restore/`,
    who: { project: 'admin' },
    answer: labelRow,
  },
  countLabelItems: {
    summary: 'Count the work items and pages of each label of a project',
    method: 'GET',
    path: `${all}counts/`,
    who: { project: 'member' },
    answer: z.record(id, z.int()),
  },
})
