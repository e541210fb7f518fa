import { searchCalls } from '#common/personal/search/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { searchEntities } from './entities.ts'
import { findInWorkspace } from './find-in-workspace.ts'
import { searchWorkspace } from './workspace.ts'

export const searchFeature = defineFeature(searchCalls, {
  findInWorkspace: (ctx, { query }) => findInWorkspace(ctx, query),
  searchWorkspace: (ctx, { query }) => searchWorkspace(ctx, query),
  searchEntities: (ctx, { query }) => searchEntities(ctx, query),
})
