import { pageCalls } from '#common/pages/calls.ts'
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
  listPages,
  createPage: (ctx, { body }) => createPage(ctx, body),
  getPage: (ctx, { params }) => getPage(ctx, params.page_id),
  updatePage: (ctx, { params, body }) => updatePage(ctx, params.page_id, body),
  setPageAccess: (ctx, { params, body }) => setPageAccess(ctx, params.page_id, body.access),
  lockPage: (ctx, { params }) => setPageLock(ctx, params.page_id, true),
  unlockPage: (ctx, { params }) => setPageLock(ctx, params.page_id, false),
  deletePage: (ctx, { params }) => deletePage(ctx, params.page_id),
  restorePage: (ctx, { params }) => restorePage(ctx, params.page_id),
  getPageDescription: (ctx, { params }) => getPageDescription(ctx, params.page_id),
  updatePageDescription: (ctx, { params, body }) => updatePageDescription(ctx, params.page_id, body),
})
