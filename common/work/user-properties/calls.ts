import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { projectScreens, workspaceScreens } from './rules.ts'
import {
  displayPropertiesChange,
  memberPreferences,
  memberPreferencesChange,
  navigationPreferences,
  userPropertiesChange,
  userPropertiesResponse,
  userPropertiesRow,
  viewSettingsChange,
} from './schema.ts'

const workspace = '/api/workspaces/{slug}/' as const
const project = `${workspace}projects/{project_id}/` as const

/** The query parameter `context` names a screen of a project. Each screen has its own preferences. */
const ofProject = z.object({ context: z.enum(projectScreens).default('project') })
const acrossProjects = z.object({ context: z.enum(workspaceScreens).default('workspace') })

const ofMember = z.object({ preferences: memberPreferences, member: id, project: id, workspace: id })
const displayed = z.object({ properties: displayPropertiesChange })
const ofWorkspace = userPropertiesResponse.extend(navigationPreferences.shape)

/**
 * Calls for the caller's preferences for displaying work items, which are separate for each screen. Changes
 * are merged key by key.
 */
export const userPropertiesCalls = declareCalls('user-properties', {
  listUserProperties: {
    summary: 'List all your view settings in a workspace',
    method: 'GET',
    path: `${workspace}user-properties/list/`,
    who: { workspace: 'guest' },
    answer: z.array(userPropertiesRow),
  },
  getWorkspaceUserProperties: {
    summary: 'Get your view settings for lists across projects',
    method: 'GET',
    path: `${workspace}user-properties/`,
    who: { workspace: 'guest' },
    query: acrossProjects,
    answer: ofWorkspace,
  },
  updateWorkspaceUserProperties: {
    summary: 'Update your view settings for lists across projects',
    method: 'PATCH',
    path: `${workspace}user-properties/`,
    who: { workspace: 'guest' },
    query: acrossProjects,
    body: userPropertiesChange.omit({ sort_order: true }).extend(navigationPreferences.partial().shape),
    answer: ofWorkspace,
  },
  setWorkspaceView: {
    summary: 'Update your view settings across projects. Older format of `updateWorkspaceUserProperties`',
    method: 'POST',
    path: `${workspace}workspace-views/`,
    who: { workspace: 'guest' },
    body: z.object({ view_props: z.object(viewSettingsChange).optional() }),
  },
  getUserProperties: {
    summary: 'Get your view settings for a project',
    method: 'GET',
    path: `${project}user-properties/`,
    who: { project: 'guest' },
    query: ofProject,
    answer: userPropertiesResponse,
  },
  updateUserProperties: {
    summary: 'Update your view settings for a project or its sidebar position',
    method: 'PATCH',
    path: `${project}user-properties/`,
    who: { project: 'guest' },
    query: ofProject,
    body: userPropertiesChange,
    archivedProject: 'allowed',
    answer: userPropertiesResponse,
  },
  getEpicsUserProperties: {
    summary: 'Get your view settings for the epics of a project',
    method: 'GET',
    path: `${project}epics-user-properties/`,
    who: { project: 'guest' },
    answer: userPropertiesResponse,
  },
  updateEpicsUserProperties: {
    summary: 'Update your view settings for the epics of a project',
    method: 'PATCH',
    path: `${project}epics-user-properties/`,
    who: { project: 'guest' },
    body: userPropertiesChange.omit({ sort_order: true }),
    archivedProject: 'allowed',
    answer: userPropertiesResponse,
  },
  getCycleUserProperties: {
    summary: 'Get your view settings for a cycle',
    method: 'GET',
    path: `${project}cycles/{cycle_id}/user-properties/`,
    who: { project: 'guest' },
    answer: userPropertiesResponse,
  },
  updateCycleUserProperties: {
    summary: 'Update your view settings for a cycle',
    method: 'PATCH',
    path: `${project}cycles/{cycle_id}/user-properties/`,
    who: { project: 'guest' },
    body: userPropertiesChange.omit({ sort_order: true }),
    archivedProject: 'allowed',
    status: 201,
    answer: userPropertiesResponse,
  },
  getModuleUserProperties: {
    summary: 'Get your view settings for a module',
    method: 'GET',
    path: `${project}modules/{module_id}/user-properties/`,
    who: { project: 'guest' },
    answer: userPropertiesResponse,
  },
  updateModuleUserProperties: {
    summary: 'Update your view settings for a module',
    method: 'PATCH',
    path: `${project}modules/{module_id}/user-properties/`,
    who: { project: 'guest' },
    body: userPropertiesChange.omit({ sort_order: true }),
    archivedProject: 'allowed',
    status: 201,
    answer: userPropertiesResponse,
  },
  getTeamspaceUserProperties: {
    summary: 'One’s own preferences for a teamspace',
    method: 'GET',
    path: `${workspace}teamspaces/{teamspace_id}/user-properties/`,
    who: { workspace: 'member' },
    answer: userPropertiesResponse,
  },
  updateTeamspaceUserProperties: {
    summary: 'Change one’s own preferences for a teamspace',
    method: 'PATCH',
    path: `${workspace}teamspaces/{teamspace_id}/user-properties/`,
    who: { workspace: 'member' },
    body: userPropertiesChange.omit({ sort_order: true }),
    answer: userPropertiesResponse,
  },
  getMemberPreferences: {
    summary: 'Get your navigation and page preferences for a project',
    method: 'GET',
    path: `${project}preferences/member/{member}/`,
    who: { project: 'guest' },
    answer: ofMember,
  },
  updateMemberPreferences: {
    summary: 'Update your navigation and page preferences for a project',
    method: 'PATCH',
    path: `${project}preferences/member/{member}/`,
    who: { project: 'guest' },
    /** Clients can send the fields directly in the body or inside an object `preferences`. */
    body: memberPreferencesChange.extend({ preferences: memberPreferencesChange.optional() }),
    archivedProject: 'allowed',
    answer: ofMember,
  },
  getDisplayProperties: {
    summary: 'Get the work item properties that you display in a project',
    method: 'GET',
    path: `${project}issue-display-properties/`,
    who: { project: 'guest' },
    answer: displayed,
  },
  setDisplayProperties: {
    summary: 'Set the work item properties that you display in a project',
    method: 'POST',
    path: `${project}issue-display-properties/`,
    who: { project: 'guest' },
    body: displayed,
    archivedProject: 'allowed',
    answer: displayed,
  },
  setProjectView: {
    summary: 'Update your view settings for a project. Older format of `updateUserProperties`',
    method: 'POST',
    path: `${project}project-views/`,
    who: { project: 'guest' },
    body: userPropertiesChange
      .pick({ preferences: true, sort_order: true })
      .extend({ view_props: z.object(viewSettingsChange).optional() }),
    lacks: ['default_props'],
    archivedProject: 'allowed',
  },
})
