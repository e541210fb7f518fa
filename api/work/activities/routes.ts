import { activityCalls } from '#common/work/activities/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { listHistory } from './queries.ts'

export const activitiesFeature = defineFeature(activityCalls, {
  listHistory: (ctx, { params, query }) => listHistory(ctx, params.id, query),
})
