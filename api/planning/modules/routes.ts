import { moduleCalls, workspaceModuleCalls } from '#common/planning/modules/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  archiveCycleOrModule,
  deleteCycleOrModule,
  unarchiveCycleOrModule,
} from '../cycles-and-modules/commands.ts'
import { addItemsToCycleOrModule, removeItemFromCycleOrModule } from '../cycles-and-modules/items.ts'
import {
  listCycleOrModuleWorkItems,
  listCyclesOrModules,
  listWorkspaceCyclesOrModules,
  requireArchivedCycleOrModule,
} from '../cycles-and-modules/queries.ts'
import { createModule, replaceModule, restoreModule, updateModule } from './commands.ts'
import { moduleDefinition } from './definition.ts'
import { setWorkItemModules } from './items.ts'
import { createModuleLink, deleteModuleLink, updateModuleLink } from './links.ts'
import { getModule, listModuleLinks } from './queries.ts'

export const modulesFeature = defineFeature(moduleCalls, {
  listModules: (ctx) => listCyclesOrModules(ctx, moduleDefinition),
  createModule: (ctx, { body }) => createModule(ctx, body),
  listArchivedModules: (ctx) => listCyclesOrModules(ctx, moduleDefinition, { archived: true }),
  getArchivedModule: async (ctx, { params }) =>
    requireArchivedCycleOrModule(moduleDefinition, await getModule(ctx, params.module_id)),
  getModule: (ctx, { params }) => getModule(ctx, params.module_id),
  updateModule: (ctx, { params, body }) => updateModule(ctx, params.module_id, body),
  replaceModule: (ctx, { params, body }) => replaceModule(ctx, params.module_id, body),
  deleteModule: (ctx, { params }) => deleteCycleOrModule(ctx, moduleDefinition, params.module_id),
  restoreModule: (ctx, { params }) => restoreModule(ctx, params.module_id),
  archiveModule: (ctx, { params }) => archiveCycleOrModule(ctx, moduleDefinition, params.module_id),
  unarchiveModule: (ctx, { params }) => unarchiveCycleOrModule(ctx, moduleDefinition, params.module_id),
  listModuleWorkItems: (ctx, { params, query }) =>
    listCycleOrModuleWorkItems(ctx, moduleDefinition, params.module_id, query),
  addToModule: (ctx, { params, body }) =>
    addItemsToCycleOrModule(ctx, moduleDefinition, params.module_id, body.issues),
  removeFromModule: (ctx, { params }) =>
    removeItemFromCycleOrModule(ctx, moduleDefinition, params.module_id, params.issue_id),
  setWorkItemModules: (ctx, { params, body }) => setWorkItemModules(ctx, params.id, body),
  listModuleLinks: (ctx, { params }) => listModuleLinks(ctx, params.module_id),
  createModuleLink: (ctx, { params, body }) => createModuleLink(ctx, params.module_id, body),
  updateModuleLink: (ctx, { params, body }) =>
    updateModuleLink(ctx, params.module_id, params.module_link_id, body),
  deleteModuleLink: (ctx, { params }) => deleteModuleLink(ctx, params.module_id, params.module_link_id),
})

export const workspaceModulesFeature = defineFeature(workspaceModuleCalls, {
  listWorkspaceModules: (ctx) => listWorkspaceCyclesOrModules(ctx, moduleDefinition),
})
