import {
  ownPageWatchCalls,
  pageCalls,
  syncedBlockCalls,
  type WorkspacePageCalls,
  workspacePageCalls,
} from '#common/pages/pages/calls.ts'
import { renameCallsForWorkspace } from '#common/platform/at-workspace.ts'
import { type CallHandlers, defineFeature } from '../../access/requests/mount.ts'
import { addFavoriteFlag, sortFavoritesFirst } from '../../organization/favorites/queries.ts'
import { archivePage, unarchivePage } from './archive.ts'
import { createPage, setPageAccess, setPageLock, updatePage, updatePageDescription } from './commands.ts'
import { duplicatePage } from './duplicate.ts'
import { exportPage } from './export.ts'
import { listBackLinks } from './links/queries.ts'
import { listTrashedPages } from './list-trashed-pages.ts'
import { movePage } from './move.ts'
import { publishPage, unpublishPage } from './publication.ts'
import { purgePage } from './purge.ts'
import { getPage, getPageDescription, listPages, summarizePages } from './queries.ts'
import { sharePage, unsharePage } from './shares.ts'
import { getSyncedBlock } from './synced-blocks/queries.ts'
import { deletePage, restorePage } from './trash.ts'
import { listPageWatches, watchPage } from './watch.ts'

/**
 * Handlers for the pages of a project and for the pages of the workspace without a project. If the request
 * names a project, the context contains it.
 */
const handlers: CallHandlers<WorkspacePageCalls> = {
  listPages: async (ctx, { query }) =>
    sortFavoritesFirst(
      ctx,
      'page',
      await listPages(ctx, query.archived ? ['current', 'archived'] : ['current']),
    ),
  summarizePages: (ctx) => summarizePages(ctx),
  listArchivedPages: async (ctx) => sortFavoritesFirst(ctx, 'page', await listPages(ctx, ['archived'])),
  listTrashedPages: (ctx, { query }) => listTrashedPages(ctx, query),
  purgePage: (ctx, { params }) => purgePage(ctx, params.page_id),
  createPage: async (ctx, { body }) => addFavoriteFlag(ctx, 'page', await createPage(ctx, body)),
  getPage: async (ctx, { params }) => addFavoriteFlag(ctx, 'page', await getPage(ctx, params.page_id)),
  updatePage: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'page', await updatePage(ctx, params.page_id, body)),
  setPageAccess: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'page', await setPageAccess(ctx, params.page_id, body.access)),
  lockPage: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'page', await setPageLock(ctx, params.page_id, true)),
  unlockPage: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'page', await setPageLock(ctx, params.page_id, false)),
  sharePage: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'page', await sharePage(ctx, params.page_id, body)),
  unsharePage: async (ctx, { params, query }) =>
    addFavoriteFlag(ctx, 'page', await unsharePage(ctx, params.page_id, params.user_id, query)),
  publishPage: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'page', await publishPage(ctx, params.page_id, body)),
  unpublishPage: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'page', await unpublishPage(ctx, params.page_id)),
  watchPage: (ctx, { params, body }) => watchPage(ctx, params.page_id, body),
  archivePage: (ctx, { params }) => archivePage(ctx, params.page_id),
  unarchivePage: (ctx, { params }) => unarchivePage(ctx, params.page_id),
  duplicatePage: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'page', await duplicatePage(ctx, params.page_id, body)),
  movePage: async (ctx, { params, body }) =>
    addFavoriteFlag(ctx, 'page', await movePage(ctx, params.page_id, body)),
  deletePage: (ctx, { params }) => deletePage(ctx, params.page_id),
  restorePage: async (ctx, { params }) =>
    addFavoriteFlag(ctx, 'page', await restorePage(ctx, params.page_id)),
  listBackLinks: (ctx, { params }) => listBackLinks(ctx, params.page_id),
  exportPage: (ctx, { params, query }) => exportPage(ctx, params.page_id, query),
  getPageDescription: (ctx, { params }) => getPageDescription(ctx, params.page_id),
  updatePageDescription: (ctx, { params, body }) => updatePageDescription(ctx, params.page_id, body),
}

export const pageWatchesFeature = defineFeature(ownPageWatchCalls, {
  listPageWatches: (ctx) => listPageWatches(ctx),
})
export const syncedBlocksFeature = defineFeature(syncedBlockCalls, {
  getSyncedBlock: (ctx, { params, query }) => getSyncedBlock(ctx, params, query),
})
export const pagesFeature = defineFeature(pageCalls, handlers)
export const workspacePagesFeature = defineFeature(workspacePageCalls, renameCallsForWorkspace(handlers))
