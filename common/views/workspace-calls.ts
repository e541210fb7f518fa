import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { workItemListing } from '../listing/schema.ts'
import { newView, viewAccess, viewChange, viewListingQuery, viewRow } from './schema.ts'

const all = '/api/workspaces/{slug}/views/'
const one = '/api/workspaces/{slug}/views/{view_id}/'

/** Of views that the caller sees; a private one is its owner's alone, and not found by others. */
const owner = { workspace: 'guest', onlyOwn: true } as const
const managers = { workspace: 'admin', orOwn: true } as const

export const workspaceViewCalls = declareCalls({
  listWorkspaceViews: {
    area: 'views',
    summary: 'Views of the workspace that the caller may see, by name',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    status: 200,
    answer: z.array(viewRow),
  },
  createWorkspaceView: {
    area: 'views',
    summary: 'Save a view of the workspace',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    body: newView,
    status: 201,
    answer: viewRow,
    fails: ['conflict'],
  },
  getWorkspaceView: {
    area: 'views',
    summary: 'One view of the workspace',
    method: 'GET',
    path: one,
    who: { workspace: 'guest' },
    status: 200,
    answer: viewRow,
  },
  updateWorkspaceView: {
    area: 'views',
    summary: 'Change the name, the looks, the filters or the display of one’s own view of the workspace',
    method: 'PATCH',
    path: one,
    who: owner,
    body: viewChange,
    status: 200,
    answer: viewRow,
  },
  setWorkspaceViewAccess: {
    area: 'views',
    summary: 'Share one’s own view of the workspace, or make it private',
    method: 'POST',
    path: `${one}access/`,
    who: owner,
    body: z.object({ access: viewAccess }),
    status: 200,
    answer: viewRow,
  },
  lockWorkspaceView: {
    area: 'views',
    summary: 'Lock one’s own view of the workspace against edits',
    method: 'POST',
    path: `${one}lock/`,
    who: owner,
    status: 200,
    answer: viewRow,
  },
  unlockWorkspaceView: {
    area: 'views',
    summary: 'Unlock one’s own view of the workspace',
    method: 'DELETE',
    path: `${one}lock/`,
    who: owner,
    status: 200,
    answer: viewRow,
  },
  deleteWorkspaceView: {
    area: 'views',
    summary: 'Put a view of the workspace into the trash',
    method: 'DELETE',
    path: one,
    who: managers,
    status: 204,
  },
  restoreWorkspaceView: {
    area: 'views',
    summary: 'Take a view of the workspace out of the trash',
    method: 'POST',
    path: `${one}restore/`,
    who: managers,
    status: 200,
    answer: viewRow,
  },
  listWorkspaceViewWorkItems: {
    area: 'views',
    summary:
      'Work items of a view of the workspace; grouped, ordered and narrowed by the query, or else as the view is',
    method: 'GET',
    path: `${one}issues/`,
    who: { workspace: 'guest' },
    query: viewListingQuery,
    status: 200,
    answer: workItemListing,
  },
})
