import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { projectContexts, workspaceContexts } from './rules.ts'
import {
  displayPropertiesChange,
  lookingAt,
  navigation,
  userPropertiesAnswer,
  userPropertiesChange,
  userPropertiesRow,
} from './schema.ts'

const workspace = '/api/workspaces/{slug}/' as const
const project = `${workspace}projects/{project_id}/` as const

/** Which place of the project, or of the workspace, is meant. */
const ofProject = z.object({ context: z.enum(projectContexts).default('project') })
const acrossProjects = z.object({ context: z.enum(workspaceContexts).default('workspace') })

const displayed = z.object({ properties: displayPropertiesChange })
const ofWorkspace = userPropertiesAnswer.extend(navigation.shape)

/** One's own preferences of looking at work items, a set for each place. What is sent is laid over what is there, key by key. */
export const userPropertiesCalls = declareCalls({
  listUserProperties: {
    area: 'user-properties',
    summary: 'One’s own preferences everywhere in the workspace',
    method: 'GET',
    path: `${workspace}user-properties/list/`,
    who: { workspace: 'guest' },
    status: 200,
    answer: z.array(userPropertiesRow),
  },
  getWorkspaceUserProperties: {
    area: 'user-properties',
    summary: 'One’s own preferences for lists over the whole workspace',
    method: 'GET',
    path: `${workspace}user-properties/`,
    who: { workspace: 'guest' },
    query: acrossProjects,
    status: 200,
    answer: ofWorkspace,
  },
  updateWorkspaceUserProperties: {
    area: 'user-properties',
    summary: 'Change one’s own preferences for lists over the whole workspace',
    method: 'PATCH',
    path: `${workspace}user-properties/`,
    who: { workspace: 'guest' },
    query: acrossProjects,
    body: userPropertiesChange.omit({ sort_order: true }).extend(navigation.partial().shape),
    status: 200,
    answer: ofWorkspace,
  },
  setWorkspaceView: {
    area: 'user-properties',
    summary: 'Change one’s own preferences for lists over the whole workspace, in their older form',
    method: 'POST',
    path: `${workspace}workspace-views/`,
    who: { workspace: 'guest' },
    body: z.object({ view_props: z.object(lookingAt).optional() }),
    status: 204,
  },
  getUserProperties: {
    area: 'user-properties',
    summary: 'One’s own preferences for a project',
    method: 'GET',
    path: `${project}user-properties/`,
    who: { project: 'guest' },
    query: ofProject,
    status: 200,
    answer: userPropertiesAnswer,
  },
  updateUserProperties: {
    area: 'user-properties',
    summary: 'Change one’s own preferences for a project, and its place in one’s sidebar',
    method: 'PATCH',
    path: `${project}user-properties/`,
    who: { project: 'guest' },
    query: ofProject,
    body: userPropertiesChange,
    archivedProject: 'allowed',
    status: 200,
    answer: userPropertiesAnswer,
  },
  getEpicsUserProperties: {
    area: 'user-properties',
    summary: 'One’s own preferences for the epics of a project',
    method: 'GET',
    path: `${project}epics-user-properties/`,
    who: { project: 'guest' },
    status: 200,
    answer: userPropertiesAnswer,
  },
  updateEpicsUserProperties: {
    area: 'user-properties',
    summary: 'Change one’s own preferences for the epics of a project',
    method: 'PATCH',
    path: `${project}epics-user-properties/`,
    who: { project: 'guest' },
    body: userPropertiesChange.omit({ sort_order: true }),
    archivedProject: 'allowed',
    status: 200,
    answer: userPropertiesAnswer,
  },
  getCycleUserProperties: {
    area: 'user-properties',
    summary: 'One’s own preferences for a cycle',
    method: 'GET',
    path: `${project}cycles/{cycle_id}/user-properties/`,
    who: { project: 'guest' },
    status: 200,
    answer: userPropertiesAnswer,
  },
  updateCycleUserProperties: {
    area: 'user-properties',
    summary: 'Change one’s own preferences for a cycle',
    method: 'PATCH',
    path: `${project}cycles/{cycle_id}/user-properties/`,
    who: { project: 'guest' },
    body: userPropertiesChange.omit({ sort_order: true }),
    archivedProject: 'allowed',
    status: 201,
    answer: userPropertiesAnswer,
  },
  getModuleUserProperties: {
    area: 'user-properties',
    summary: 'One’s own preferences for a module',
    method: 'GET',
    path: `${project}modules/{module_id}/user-properties/`,
    who: { project: 'guest' },
    status: 200,
    answer: userPropertiesAnswer,
  },
  updateModuleUserProperties: {
    area: 'user-properties',
    summary: 'Change one’s own preferences for a module',
    method: 'PATCH',
    path: `${project}modules/{module_id}/user-properties/`,
    who: { project: 'guest' },
    body: userPropertiesChange.omit({ sort_order: true }),
    archivedProject: 'allowed',
    status: 201,
    answer: userPropertiesAnswer,
  },
  getDisplayProperties: {
    area: 'user-properties',
    summary: 'Which properties of work items one sees in a project',
    method: 'GET',
    path: `${project}issue-display-properties/`,
    who: { project: 'guest' },
    status: 200,
    answer: displayed,
  },
  setDisplayProperties: {
    area: 'user-properties',
    summary: 'Change which properties of work items one sees in a project',
    method: 'POST',
    path: `${project}issue-display-properties/`,
    who: { project: 'guest' },
    body: displayed,
    archivedProject: 'allowed',
    status: 200,
    answer: displayed,
  },
  setProjectView: {
    area: 'user-properties',
    summary: 'Change one’s own preferences for a project, in their older form',
    method: 'POST',
    path: `${project}project-views/`,
    who: { project: 'guest' },
    body: userPropertiesChange
      .pick({ preferences: true, sort_order: true })
      .extend({ view_props: z.object(lookingAt).optional() }),
    lacks: ['default_props'],
    archivedProject: 'allowed',
    status: 204,
  },
})
