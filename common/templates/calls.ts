import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { draftTextLength } from '../drafts/rules.ts'
import { line, orNone, position } from '../fields.ts'
import { logoProps } from '../projects/schema.ts'
import { id } from '../time.ts'
import { newSubItemsLimit, workItemNameLength } from '../work-items/rules.ts'
import { keptSubItem, priority, values, workItemName } from '../work-items/schema.ts'
import { daysAheadLimit } from './rules.ts'
import { templateAnswer, templateKind, templateRow } from './schema.ts'

const days = z.int().min(0).max(daysAheadLimit).nullable()

const fields = {
  title: line(workItemNameLength).optional(),
  description_html: z.string().max(draftTextLength).nullish(),
  state_id: orNone(id).optional(),
  priority: priority.optional(),
  assignee_ids: values.optional(),
  label_ids: values.optional(),
  estimate_point: orNone(id).optional(),
  start_in_days: days.optional(),
  due_in_days: days.optional(),
  sub_items: z
    .array(keptSubItem.extend({ due_in_days: days.default(null) }))
    .max(newSubItemsLimit)
    .optional(),
  logo_props: logoProps.optional(),
  sort_order: position.optional(),
}

const all = '/api/workspaces/{slug}/projects/{project_id}/work-item-templates/'
const one = '/api/workspaces/{slug}/projects/{project_id}/work-item-templates/{template_id}/'

/** What new items and pages of a project can begin with, for all who make them there. */
export const templateCalls = declareCalls({
  listTemplates: {
    area: 'work-items',
    summary: 'Templates of a project, in their order',
    method: 'GET',
    path: all,
    who: { project: 'member' },
    status: 200,
    answer: z.array(templateRow),
  },
  createTemplate: {
    area: 'work-items',
    summary: 'Make a template for work items or pages',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    body: z.object({ id: id.optional(), kind: templateKind.optional(), name: workItemName, ...fields }),
    status: 201,
    answer: templateAnswer,
    fails: ['conflict'],
  },
  getTemplate: {
    area: 'work-items',
    summary: 'A template with its text',
    method: 'GET',
    path: one,
    who: { project: 'member' },
    status: 200,
    answer: templateAnswer,
  },
  updateTemplate: {
    area: 'work-items',
    summary: 'Change a template',
    method: 'PATCH',
    path: one,
    who: { project: 'member' },
    body: z.object({ name: workItemName.optional(), ...fields }),
    status: 200,
    answer: templateAnswer,
  },
  deleteTemplate: {
    area: 'work-items',
    summary: 'Delete a template',
    method: 'DELETE',
    path: one,
    who: { project: 'member' },
    status: 204,
  },
  restoreTemplate: {
    area: 'work-items',
    summary: 'Bring a deleted template back',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/work-item-templates/{template_id}/restore/',
    who: { project: 'member' },
    status: 200,
    answer: templateAnswer,
  },
})
