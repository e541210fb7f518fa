import { linkCalls } from '#common/work/links/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createLink, deleteLink, updateLink } from './commands.ts'
import { listLinks } from './queries.ts'

export const linksFeature = defineFeature(linkCalls, {
  listLinks: (ctx, { params }) => listLinks(ctx, params.id),
  createLink: (ctx, { params, body }) => createLink(ctx, params.id, body),
  updateLink: (ctx, { params, body }) => updateLink(ctx, params.id, params.link_id, body),
  deleteLink: (ctx, { params }) => deleteLink(ctx, params.id, params.link_id),
})
