import { stickyCalls } from '#common/personal/stickies/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createSticky, deleteSticky, updateSticky } from './commands.ts'
import { getSticky, listStickies } from './queries.ts'

export const stickiesFeature = defineFeature(stickyCalls, {
  listStickies: (ctx, { query }) => listStickies(ctx, query),
  createSticky: (ctx, { body }) => createSticky(ctx, body),
  getSticky: (ctx, { params }) => getSticky(ctx, params.sticky_id),
  updateSticky: (ctx, { params, body }) => updateSticky(ctx, params.sticky_id, body),
  deleteSticky: (ctx, { params }) => deleteSticky(ctx, params.sticky_id),
})
