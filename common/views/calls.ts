import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { workItemListing } from '../listing/schema.ts'
import { newView, viewAccess, viewChange, viewListingQuery, viewRow } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/views/'
const one = '/api/workspaces/{slug}/projects/{project_id}/views/{view_id}/'

/** Of views that the caller sees; a private one is its owner's alone, and not found by others. */
const owner = { project: 'guest', onlyOwn: true } as const
const managers = { project: 'admin', orOwn: true } as const

export const viewCalls = declareCalls({
  listViews: {
    area: 'views',
    summary: 'Views of a project that the caller may see, by name',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    status: 200,
    answer: z.array(viewRow),
  },
  createView: {
    area: 'views',
    summary: 'Save a view of a project',
    method: 'POST',
    path: all,
    who: { project: 'member' },
    body: newView,
    status: 201,
    answer: viewRow,
    fails: ['conflict'],
  },
  getView: {
    area: 'views',
    summary: 'One view of a project',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    status: 200,
    answer: viewRow,
  },
  updateView: {
    area: 'views',
    summary: 'Change the name, the looks, the filters or the display of one’s own view of a project',
    method: 'PATCH',
    path: one,
    who: owner,
    body: viewChange,
    status: 200,
    answer: viewRow,
  },
  setViewAccess: {
    area: 'views',
    summary: 'Share one’s own view of a project, or make it private',
    method: 'POST',
    path: `${one}access/`,
    who: owner,
    body: z.object({ access: viewAccess }),
    status: 200,
    answer: viewRow,
  },
  lockView: {
    area: 'views',
    summary: 'Lock one’s own view of a project against edits',
    method: 'POST',
    path: `${one}lock/`,
    who: owner,
    status: 200,
    answer: viewRow,
  },
  unlockView: {
    area: 'views',
    summary: 'Unlock one’s own view of a project',
    method: 'DELETE',
    path: `${one}lock/`,
    who: owner,
    status: 200,
    answer: viewRow,
  },
  deleteView: {
    area: 'views',
    summary: 'Put a view of a project into the trash',
    method: 'DELETE',
    path: one,
    who: managers,
    status: 204,
  },
  restoreView: {
    area: 'views',
    summary: 'Take a view of a project out of the trash',
    method: 'POST',
    path: `${one}restore/`,
    who: managers,
    status: 200,
    answer: viewRow,
  },
  listViewWorkItems: {
    area: 'views',
    summary:
      'Work items of a view of a project; grouped, ordered and narrowed by the query, or else as the view is',
    method: 'GET',
    path: `${one}issues/`,
    who: { project: 'guest' },
    query: viewListingQuery,
    status: 200,
    answer: workItemListing,
  },
})
