import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { externalIdFields } from '../../platform/external-ids.ts'
import {
  booleanQueryField,
  colorField,
  emptyAsNull,
  multiLineText,
  positionField,
  textWithRule,
} from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { maxStateNameLength, stateNameProblem } from './rules.ts'
import { stateGroup, stateResponse } from './schema.ts'

const name = textWithRule(maxStateNameLength * 2, stateNameProblem, {
  required: 'A name is required.',
  too_long: 'A name can have at most 255 characters.',
})

const group = stateGroup.exclude(['triage'], 'The triage group is reserved for intake. Choose another group.')
const fields = {
  name,
  color: colorField,
  group: group.optional(),
  description: multiLineText(2000).optional(),
  sequence: positionField.optional(),
  /** True makes the state the default for new work items. False is ignored, because a project always has a default. */
  default: z.boolean().optional(),
  ...externalIdFields,
}

const all = '/api/workspaces/{slug}/projects/{project_id}/states/'
const one = '/api/workspaces/{slug}/projects/{project_id}/states/{state_id}/'

/** Calls for states. They do not list the triage state, which belongs to intake and cannot be changed. */
export const stateCalls = declareCalls('states', {
  listWorkspaceStates: {
    summary: 'List the states of all projects that you can access',
    method: 'GET',
    path: '/api/workspaces/{slug}/states/',
    who: { workspace: 'guest' },
    answer: z.array(stateResponse),
  },
  listStates: {
    summary: 'List the states of a project. `grouped` groups them by state group',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    query: z.object({ grouped: booleanQueryField.optional() }),
    answer: z.union([z.array(stateResponse), z.record(z.string(), z.array(stateResponse))]),
  },
  getTriageState: {
    summary: 'The state of work items that wait in intake',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/intake-state/',
    who: { project: 'guest' },
    transactions: 'own',
    answer: stateResponse,
  },
  createState: {
    summary: 'Create a state',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({ id: id.optional(), ...fields }),
    answer: stateResponse,
  },
  countStateItems: {
    summary: 'Count the work items in each state of a project',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/states/counts/',
    who: { project: 'member' },
    answer: z.record(id, z.int()),
  },
  getState: {
    summary: 'Get a state',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    answer: stateResponse,
  },
  updateState: {
    summary: 'Update a state. A new group applies to its work items immediately',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z.object(fields).partial(),
    answer: stateResponse,
  },
  replaceState: {
    summary: 'Replace a state',
    method: 'PUT',
    path: one,
    who: { project: 'admin' },
    body: z.object({ ...fields, group }),
    answer: stateResponse,
  },
  deleteState: {
    summary: 'Delete a state. Without a replacement state it must be empty',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
    body: z.object({ new_state_id: emptyAsNull(id).optional() }),
  },
  restoreState: {
    summary: 'Restore a deleted state. Work items moved since then stay there',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/states/{state_id}/restore/',
    who: { project: 'admin' },
    answer: stateResponse,
  },
  markDefaultState: {
    summary: 'Make a state the default for new work items',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/states/{state_id}/mark-default/',
    who: { project: 'admin' },
  },
})
