import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { listingQuery, workItemListing } from '../../work/listing/schema.ts'
import { bulkLimit } from '../../work/work-items/rules.ts'
import { values, workItemRow } from '../../work/work-items/schema.ts'
import {
  moduleAnswer,
  moduleChange,
  moduleDetail,
  moduleLink,
  moduleLinkFields,
  newModule,
} from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}' as const
const one = `${project}/modules/{module_id}` as const

const message = z.object({ message: z.string() })

/** Parts of a project that items belong to. Who is in the project sees them, guests too; members keep them. */
export const moduleCalls = declareCalls('modules', {
  listModules: {
    summary: 'Modules of a project that are not archived, the newest first',
    method: 'GET',
    path: `${project}/modules/`,
    who: { project: 'guest' },
    answer: z.array(moduleAnswer),
  },
  createModule: {
    summary: 'Make a module',
    method: 'POST',
    path: `${project}/modules/`,
    who: { project: 'member' },
    body: newModule,
    status: 201,
    answer: moduleAnswer,
    fails: ['conflict'],
  },
  listArchivedModules: {
    summary: 'Archived modules of a project, the newest first',
    method: 'GET',
    path: `${project}/archived-modules/`,
    who: { project: 'member' },
    answer: z.array(moduleAnswer),
  },
  getArchivedModule: {
    summary: 'An archived module',
    method: 'GET',
    path: `${project}/archived-modules/{module_id}/`,
    who: { project: 'member' },
    answer: moduleDetail,
  },
  getModule: {
    summary: 'A module, and how it goes: by day, by person and by label',
    method: 'GET',
    path: `${one}/`,
    who: { project: 'member' },
    answer: moduleDetail,
  },
  updateModule: {
    summary: 'Change a module',
    method: 'PATCH',
    path: `${one}/`,
    who: { project: 'member' },
    body: moduleChange,
    answer: moduleAnswer,
  },
  replaceModule: {
    summary: 'Change a module as a whole; what is not sent is as in a new one',
    method: 'PUT',
    path: `${one}/`,
    who: { project: 'member' },
    body: newModule.omit({ id: true }),
    answer: moduleAnswer,
  },
  deleteModule: {
    summary: 'Delete a module; its items stay',
    method: 'DELETE',
    path: `${one}/`,
    who: { project: 'admin', orOwn: true },
  },
  restoreModule: {
    summary: 'Bring a deleted module back, with its items',
    method: 'POST',
    path: `${one}/restore/`,
    who: { project: 'admin', orOwn: true },
    answer: moduleAnswer,
  },
  archiveModule: {
    summary: 'Archive a completed or cancelled module',
    method: 'POST',
    path: `${one}/archive/`,
    who: { project: 'member' },
    answer: z.object({ archived_at: moduleAnswer.shape.archived_at }),
  },
  unarchiveModule: {
    summary: 'Take a module out of the archive',
    method: 'DELETE',
    path: `${one}/archive/`,
    who: { project: 'member' },
  },
  listModuleWorkItems: {
    summary: 'Work items of a module, flat, grouped or grouped twice',
    method: 'GET',
    path: `${one}/issues/`,
    who: { project: 'member' },
    query: listingQuery,
    answer: workItemListing,
  },
  addToModule: {
    summary: 'Put work items into a module; they stay in the others that they are in',
    method: 'POST',
    path: `${one}/issues/`,
    who: { project: 'member' },
    body: z.object({
      issues: z
        .array(id, 'Issues are required')
        .min(1, 'Issues are required')
        .max(bulkLimit, `Change at most ${bulkLimit} work items at once.`),
    }),
    status: 201,
    answer: message,
  },
  removeFromModule: {
    summary: 'Take a work item out of a module',
    method: 'DELETE',
    path: `${one}/issues/{issue_id}/`,
    who: { project: 'member' },
  },
  setWorkItemModules: {
    summary: 'Put a work item into modules and take it out of others',
    method: 'POST',
    path: `${project}/issues/{id}/modules/`,
    who: { project: 'member' },
    body: z.object({ modules: values.default([]), removed_modules: values.default([]) }),
    status: 201,
    answer: workItemRow,
  },
  listModuleLinks: {
    summary: 'Links of a module, the oldest first',
    method: 'GET',
    path: `${one}/module-links/`,
    who: { project: 'member' },
    answer: z.array(moduleLink),
  },
  createModuleLink: {
    summary: 'Add a link to a module',
    method: 'POST',
    path: `${one}/module-links/`,
    who: { project: 'member' },
    body: z.object({ id: id.optional(), ...moduleLinkFields }),
    lacks: ['metadata'],
    status: 201,
    answer: moduleLink,
  },
  updateModuleLink: {
    summary: 'Change a link of a module',
    method: 'PATCH',
    path: `${one}/module-links/{module_link_id}/`,
    who: { project: 'member' },
    body: z.object(moduleLinkFields).partial(),
    answer: moduleLink,
  },
  deleteModuleLink: {
    summary: 'Delete a link of a module',
    method: 'DELETE',
    path: `${one}/module-links/{module_link_id}/`,
    who: { project: 'member' },
  },
})

export const workspaceModuleCalls = declareCalls('modules', {
  listWorkspaceModules: {
    summary: 'Modules of all projects that the caller is in',
    method: 'GET',
    path: '/api/workspaces/{slug}/modules/',
    who: { workspace: 'guest' },
    answer: z.array(moduleAnswer),
  },
})
