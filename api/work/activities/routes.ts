import { activityCalls } from '#common/work/activities/calls.ts'
import { feature } from '../../access/requests/mount.ts'
import { listHistory } from './queries.ts'

export const activitiesFeature = feature(activityCalls, {
  listHistory: (ctx, { params, query }) => listHistory(ctx, params.id, query),
})
