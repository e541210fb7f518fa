import { activityCalls } from '#common/activities/calls.ts'
import { feature } from '../http/mount.ts'
import { listHistory } from './queries.ts'

export const activitiesFeature = feature(activityCalls, {
  listHistory: (ctx, { params, query }) => listHistory(ctx, params.id, query),
})
