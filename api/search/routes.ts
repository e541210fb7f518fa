import { searchCalls } from '#common/search/calls.ts'
import { feature } from '../http/mount.ts'
import { searchEntities } from './entities.ts'

export const searchFeature = feature(searchCalls, {
  searchEntities: (ctx, { query }) => searchEntities(ctx, query),
})
