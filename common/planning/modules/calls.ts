import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { values, workItemRow } from '../../work/work-items/schema.ts'
import { planCalls, plansProject } from '../plans/calls.ts'
import {
  moduleAnswer,
  moduleChange,
  moduleDetail,
  moduleLink,
  moduleLinkFields,
  newModule,
} from './schema.ts'

const plan = planCalls({ kind: 'module', items: 'issues', answer: moduleAnswer, detail: moduleDetail })

const one = `${plansProject}/modules/{module_id}` as const

/** A module groups items of a project. Guests can read modules; members can change them. */
export const moduleCalls = declareCalls('modules', {
  listModules: {
    summary: 'Modules of a project that are not archived, the newest first',
    method: 'GET',
    path: `${plansProject}/modules/`,
    who: { project: 'guest' },
    answer: z.array(moduleAnswer),
  },
  createModule: {
    summary: 'Make a module',
    method: 'POST',
    path: `${plansProject}/modules/`,
    who: { project: 'member' },
    body: newModule,
    status: 201,
    answer: moduleAnswer,
    fails: ['conflict'],
  },
  listArchivedModules: plan.listArchived,
  getArchivedModule: plan.getArchived,
  getModule: { ...plan.get, summary: 'A module, and how it goes: by day, by person and by label' },
  updateModule: { ...plan.update, summary: 'Change a module', body: moduleChange },
  replaceModule: {
    summary: 'Change a module as a whole; what is not sent is as in a new one',
    method: 'PUT',
    path: `${one}/`,
    who: { project: 'member' },
    body: newModule.omit({ id: true }),
    answer: moduleAnswer,
  },
  deleteModule: plan.delete,
  restoreModule: { ...plan.restore, summary: 'Bring a deleted module back, with its items' },
  archiveModule: { ...plan.archive, summary: 'Archive a completed or cancelled module' },
  unarchiveModule: plan.unarchive,
  listModuleWorkItems: plan.listWorkItems,
  addToModule: {
    ...plan.add,
    summary: 'Put work items into a module; they stay in the others that they are in',
  },
  removeFromModule: plan.remove,
  setWorkItemModules: {
    summary: 'Put a work item into modules and take it out of others',
    method: 'POST',
    path: `${plansProject}/issues/{id}/modules/`,
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
