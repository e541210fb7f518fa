import { quickLinkCalls } from '#common/personal/quick-links/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createQuickLink, deleteQuickLink, getQuickLink, updateQuickLink } from './commands.ts'
import { listQuickLinks } from './queries.ts'

export const quickLinksFeature = defineFeature(quickLinkCalls, {
  listQuickLinks: (ctx) => listQuickLinks(ctx),
  createQuickLink: (ctx, { body }) => createQuickLink(ctx, body),
  getQuickLink: (ctx, { params }) => getQuickLink(ctx, params.quick_link_id),
  updateQuickLink: (ctx, { params, body }) => updateQuickLink(ctx, params.quick_link_id, body),
  deleteQuickLink: (ctx, { params }) => deleteQuickLink(ctx, params.quick_link_id),
})
