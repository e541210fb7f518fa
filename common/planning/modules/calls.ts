import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { idListField, workItemRow } from '../../work/work-items/schema.ts'
import { createCycleOrModuleCalls, projectPath } from '../cycles-and-modules/calls.ts'
import {
  moduleChange,
  moduleDetail,
  moduleLink,
  moduleLinkFields,
  moduleResponse,
  newModule,
} from './schema.ts'

const shared = createCycleOrModuleCalls({
  kind: 'module',
  items: 'issues',
  answer: moduleResponse,
  detail: moduleDetail,
})

const one = `${projectPath}/modules/{module_id}` as const

/**
 * Calls for modules. A module groups items of a project. Guests can read modules; members can change them.
 */
export const moduleCalls = declareCalls('modules', {
  listModules: {
    summary: 'List the modules of a project, newest first. Archived modules are excluded',
    method: 'GET',
    path: `${projectPath}/modules/`,
    who: { project: 'guest' },
    answer: z.array(moduleResponse),
  },
  createModule: {
    summary: 'Create a module',
    method: 'POST',
    path: `${projectPath}/modules/`,
    who: { project: 'member' },
    body: newModule,
    status: 201,
    answer: moduleResponse,
    fails: ['conflict'],
  },
  listArchivedModules: shared.listArchived,
  getArchivedModule: shared.getArchived,
  getModule: { ...shared.get, summary: 'Get a module with its progress by day, assignee and label' },
  updateModule: { ...shared.update, summary: 'Update a module', body: moduleChange },
  replaceModule: {
    summary: 'Replace a module. Omitted fields get their default values',
    method: 'PUT',
    path: `${one}/`,
    who: { project: 'member' },
    body: newModule.omit({ id: true }),
    answer: moduleResponse,
  },
  deleteModule: shared.delete,
  restoreModule: { ...shared.restore, summary: 'Restore a deleted module with its work items' },
  archiveModule: { ...shared.archive, summary: 'Archive a completed or cancelled module' },
  unarchiveModule: shared.unarchive,
  listModuleWorkItems: shared.listWorkItems,
  addToModule: {
    ...shared.add,
    summary: 'Add work items to a module. They stay in their other modules',
  },
  removeFromModule: shared.remove,
  setWorkItemModules: {
    summary: 'Add a work item to modules and remove it from others',
    method: 'POST',
    path: `${projectPath}/issues/{id}/modules/`,
    who: { project: 'member' },
    body: z.object({ modules: idListField.default([]), removed_modules: idListField.default([]) }),
    status: 201,
    answer: workItemRow,
  },
  listModuleLinks: {
    summary: 'List the links of a module, oldest first',
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
    summary: 'Update a link of a module',
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
    summary: 'List the modules of all projects that you joined',
    method: 'GET',
    path: '/api/workspaces/{slug}/modules/',
    who: { workspace: 'guest' },
    answer: z.array(moduleResponse),
  },
})
