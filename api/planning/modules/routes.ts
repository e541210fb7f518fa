import { moduleCalls, workspaceModuleCalls } from '#common/planning/modules/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { archivePlan, deletePlan, unarchivePlan } from '../plans/commands.ts'
import { addItemsToPlan, removeItemFromPlan } from '../plans/items.ts'
import { listPlans, listPlanWorkItems, listWorkspacePlans, requireArchivedPlan } from '../plans/queries.ts'
import { createModule, replaceModule, restoreModule, updateModule } from './commands.ts'
import { setWorkItemModules } from './items.ts'
import { createModuleLink, deleteModuleLink, updateModuleLink } from './links.ts'
import { modulePlanType } from './plan-type.ts'
import { getModule, listModuleLinks } from './queries.ts'

export const modulesFeature = defineFeature(moduleCalls, {
  listModules: (ctx) => listPlans(ctx, modulePlanType),
  createModule: (ctx, { body }) => createModule(ctx, body),
  listArchivedModules: (ctx) => listPlans(ctx, modulePlanType, { archived: true }),
  getArchivedModule: async (ctx, { params }) =>
    requireArchivedPlan(modulePlanType, await getModule(ctx, params.module_id)),
  getModule: (ctx, { params }) => getModule(ctx, params.module_id),
  updateModule: (ctx, { params, body }) => updateModule(ctx, params.module_id, body),
  replaceModule: (ctx, { params, body }) => replaceModule(ctx, params.module_id, body),
  deleteModule: (ctx, { params }) => deletePlan(ctx, modulePlanType, params.module_id),
  restoreModule: (ctx, { params }) => restoreModule(ctx, params.module_id),
  archiveModule: (ctx, { params }) => archivePlan(ctx, modulePlanType, params.module_id),
  unarchiveModule: (ctx, { params }) => unarchivePlan(ctx, modulePlanType, params.module_id),
  listModuleWorkItems: (ctx, { params, query }) =>
    listPlanWorkItems(ctx, modulePlanType, params.module_id, query),
  addToModule: (ctx, { params, body }) => addItemsToPlan(ctx, modulePlanType, params.module_id, body.issues),
  removeFromModule: (ctx, { params }) =>
    removeItemFromPlan(ctx, modulePlanType, params.module_id, params.issue_id),
  setWorkItemModules: (ctx, { params, body }) => setWorkItemModules(ctx, params.id, body),
  listModuleLinks: (ctx, { params }) => listModuleLinks(ctx, params.module_id),
  createModuleLink: (ctx, { params, body }) => createModuleLink(ctx, params.module_id, body),
  updateModuleLink: (ctx, { params, body }) =>
    updateModuleLink(ctx, params.module_id, params.module_link_id, body),
  deleteModuleLink: (ctx, { params }) => deleteModuleLink(ctx, params.module_id, params.module_link_id),
})

export const workspaceModulesFeature = defineFeature(workspaceModuleCalls, {
  listWorkspaceModules: (ctx) => listWorkspacePlans(ctx, modulePlanType),
})
