import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { newProjectUpdate, projectUpdateChange, projectUpdateRow } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/updates/' as const
const one = '/api/workspaces/{slug}/projects/{project_id}/updates/{project_update_id}/' as const

/** Calls for updates on a project. Guests can read them. */
export const projectUpdateCalls = declareCalls('projects', {
  listProjectUpdates: {
    summary: 'List the updates on a project, newest first',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: z.array(projectUpdateRow),
  },
  createProjectUpdate: {
    summary: 'Post an update on a project. Its status becomes the health of the project',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    body: newProjectUpdate,
    status: 201,
    answer: projectUpdateRow,
    fails: ['conflict'],
  },
  updateProjectUpdate: {
    summary: 'Edit an update on a project',
    method: 'PATCH',
    path: one,
    who: { project: 'admin', orOwn: true },
    body: projectUpdateChange,
    answer: projectUpdateRow,
  },
  deleteProjectUpdate: {
    summary: 'Delete an update on a project',
    method: 'DELETE',
    path: one,
    who: { project: 'admin', orOwn: true },
  },
  restoreProjectUpdate: {
    summary: 'Restore a deleted update on a project',
    method: 'POST',
    path: `${one}restore/`,
    who: { project: 'admin', orOwn: true },
    answer: projectUpdateRow,
  },
})
