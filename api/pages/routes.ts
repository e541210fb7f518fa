import { pageCalls } from '#common/pages/calls.ts'
import { favoritesFirst, withFavorite } from '../favorites/queries.ts'
import { feature } from '../http/mount.ts'
import {
  createPage,
  deletePage,
  restorePage,
  setPageAccess,
  setPageLock,
  updatePage,
  updatePageDescription,
} from './commands.ts'
import { getPage, getPageDescription, listPages } from './queries.ts'

export const pagesFeature = feature(pageCalls, {
  listPages: async (ctx) => favoritesFirst(ctx, 'page', await listPages(ctx)),
  createPage: async (ctx, { body }) => withFavorite(ctx, 'page', await createPage(ctx, body)),
  getPage: async (ctx, { params }) => withFavorite(ctx, 'page', await getPage(ctx, params.page_id)),
  updatePage: async (ctx, { params, body }) =>
    withFavorite(ctx, 'page', await updatePage(ctx, params.page_id, body)),
  setPageAccess: async (ctx, { params, body }) =>
    withFavorite(ctx, 'page', await setPageAccess(ctx, params.page_id, body.access)),
  lockPage: async (ctx, { params }) =>
    withFavorite(ctx, 'page', await setPageLock(ctx, params.page_id, true)),
  unlockPage: async (ctx, { params }) =>
    withFavorite(ctx, 'page', await setPageLock(ctx, params.page_id, false)),
  deletePage: (ctx, { params }) => deletePage(ctx, params.page_id),
  restorePage: async (ctx, { params }) => withFavorite(ctx, 'page', await restorePage(ctx, params.page_id)),
  getPageDescription: (ctx, { params }) => getPageDescription(ctx, params.page_id),
  updatePageDescription: (ctx, { params, body }) => updatePageDescription(ctx, params.page_id, body),
})
