import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { color, emptyAsNull, flag, position, prose, ruled } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { stateNameLength, stateNameProblem } from './rules.ts'
import { stateAnswer, stateGroup } from './schema.ts'

const name = ruled(stateNameLength * 2, stateNameProblem, {
  required: 'A name is required.',
  too_long: 'A name can have at most 255 characters.',
})

const group = stateGroup.exclude(['triage'], 'The triage group is reserved for intake. Choose another group.')
const fields = {
  name,
  color,
  group: group.optional(),
  description: prose(2000).optional(),
  sequence: position.optional(),
}

const all = '/api/workspaces/{slug}/projects/{project_id}/states/'
const one = '/api/workspaces/{slug}/projects/{project_id}/states/{state_id}/'

/** The triage state belongs to intake. It is not listed here and cannot be changed. */
export const stateCalls = declareCalls('states', {
  listWorkspaceStates: {
    summary: 'States of every project that the caller has access to',
    method: 'GET',
    path: '/api/workspaces/{slug}/states/',
    who: { workspace: 'guest' },
    answer: z.array(stateAnswer),
  },
  listStates: {
    summary: 'States of a project in their order, or by group with grouped=true',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    query: z.object({ grouped: flag.optional() }),
    answer: z.union([z.array(stateAnswer), z.record(z.string(), z.array(stateAnswer))]),
  },
  createState: {
    summary: 'Create a state',
    method: 'POST',
    path: all,
    who: { project: 'admin' },
    body: z.object({ id: id.optional(), ...fields }),
    answer: stateAnswer,
  },
  countStateItems: {
    summary: 'How many work items are in each state of a project, by its id',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/states/counts/',
    who: { project: 'member' },
    answer: z.record(id, z.int()),
  },
  getState: {
    summary: 'One state',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    answer: stateAnswer,
  },
  updateState: {
    summary: 'Change a state; a new group counts for its work items at once',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z.object(fields).partial(),
    answer: stateAnswer,
  },
  replaceState: {
    summary: 'Change a state as a whole',
    method: 'PUT',
    path: one,
    who: { project: 'admin' },
    body: z.object({ ...fields, group }),
    answer: stateAnswer,
  },
  deleteState: {
    summary: 'Delete a state; its work items go to the one that is named. Without one it has to be empty',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
    body: z.object({ new_state_id: emptyAsNull(id).optional() }),
  },
  restoreState: {
    summary: 'Bring a deleted state back, to the work items that are still where they went from it',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/states/{state_id}/restore/',
    who: { project: 'admin' },
    answer: stateAnswer,
  },
  markDefaultState: {
    summary: 'Make a state the one that new work items start in',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/states/{state_id}/mark-default/',
    who: { project: 'admin' },
  },
})
