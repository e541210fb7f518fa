import { moduleCalls, workspaceModuleCalls } from '#common/planning/modules/calls.ts'
import { feature } from '../../access/requests/mount.ts'
import { favoritesFirst, withFavorite, withFavorites } from '../../organization/favorites/queries.ts'
import {
  archiveModule,
  createModule,
  deleteModule,
  replaceModule,
  restoreModule,
  unarchiveModule,
  updateModule,
} from './commands.ts'
import { addToModule, removeFromModule, setWorkItemModules } from './items.ts'
import { createModuleLink, deleteModuleLink, updateModuleLink } from './links.ts'
import {
  getArchivedModule,
  getModule,
  listArchivedModules,
  listModuleLinks,
  listModules,
  listModuleWorkItems,
  listWorkspaceModules,
} from './queries.ts'

export const modulesFeature = feature(moduleCalls, {
  listModules: async (ctx) => favoritesFirst(ctx, 'module', await listModules(ctx)),
  createModule: async (ctx, { body }) => withFavorite(ctx, 'module', await createModule(ctx, body)),
  listArchivedModules: async (ctx) => favoritesFirst(ctx, 'module', await listArchivedModules(ctx)),
  getArchivedModule: async (ctx, { params }) =>
    withFavorite(ctx, 'module', await getArchivedModule(ctx, params.module_id)),
  getModule: async (ctx, { params }) => withFavorite(ctx, 'module', await getModule(ctx, params.module_id)),
  updateModule: async (ctx, { params, body }) =>
    withFavorite(ctx, 'module', await updateModule(ctx, params.module_id, body)),
  replaceModule: async (ctx, { params, body }) =>
    withFavorite(ctx, 'module', await replaceModule(ctx, params.module_id, body)),
  deleteModule: (ctx, { params }) => deleteModule(ctx, params.module_id),
  restoreModule: async (ctx, { params }) =>
    withFavorite(ctx, 'module', await restoreModule(ctx, params.module_id)),
  archiveModule: (ctx, { params }) => archiveModule(ctx, params.module_id),
  unarchiveModule: (ctx, { params }) => unarchiveModule(ctx, params.module_id),
  listModuleWorkItems: (ctx, { params, query }) => listModuleWorkItems(ctx, params.module_id, query),
  addToModule: (ctx, { params, body }) => addToModule(ctx, params.module_id, body.issues),
  removeFromModule: (ctx, { params }) => removeFromModule(ctx, params.module_id, params.issue_id),
  setWorkItemModules: (ctx, { params, body }) => setWorkItemModules(ctx, params.id, body),
  listModuleLinks: (ctx, { params }) => listModuleLinks(ctx, params.module_id),
  createModuleLink: (ctx, { params, body }) => createModuleLink(ctx, params.module_id, body),
  updateModuleLink: (ctx, { params, body }) =>
    updateModuleLink(ctx, params.module_id, params.module_link_id, body),
  deleteModuleLink: (ctx, { params }) => deleteModuleLink(ctx, params.module_id, params.module_link_id),
})

export const workspaceModulesFeature = feature(workspaceModuleCalls, {
  listWorkspaceModules: async (ctx) => withFavorites(ctx, 'module', await listWorkspaceModules(ctx)),
})
