import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { roleField, workspaceRow } from '../workspaces/schema.ts'
import { projectResponse } from './schema.ts'

/** Calls for the caller's own projects in a workspace. */
export const ownProjectCalls = declareCalls('users', {
  getLastVisitedWorkspace: {
    summary: 'Get the workspace that you last visited, with your projects',
    method: 'GET',
    path: '/api/users/last-visited-workspace/',
    who: 'signed-in',
    answer: z.object({
      workspace_details: workspaceRow.partial(),
      project_details: z.array(projectResponse),
    }),
  },
  getProjectRoles: {
    summary: 'Get your role in each joined project of a workspace',
    method: 'GET',
    path: '/api/users/me/workspaces/{slug}/project-roles/',
    who: { workspace: 'guest' },
    answer: z.record(id, roleField),
  },
  joinProjects: {
    summary: 'Join projects of a workspace',
    method: 'POST',
    path: '/api/users/me/workspaces/{slug}/projects/invitations/',
    who: { workspace: 'member' },
    forPeopleOnly: true,
    body: z.object({ project_ids: z.array(id).min(1).max(100) }),
    status: 201,
    answer: z.object({ message: z.string() }),
  },
})
