import { profileCalls } from '#common/personal/profiles/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { exportUserActivity, getActivityGraph, listMyActivities, listUserActivity } from './activity.ts'
import { getUserProfile, getUserStats } from './figures.ts'
import { listProjectStats } from './project-stats.ts'

export const profilesFeature = defineFeature(profileCalls, {
  getUserStats: (ctx, { params }) => getUserStats(ctx, params.user_id),
  getUserProfile: (ctx, { params }) => getUserProfile(ctx, params.user_id),
  listUserActivity: (ctx, { params, query }) => listUserActivity(ctx, params.user_id, query),
  exportUserActivity: (ctx, { params, body }) => exportUserActivity(ctx, params.user_id, body),
  listMyActivities: (ctx, { query }) => listMyActivities(ctx, query),
  getActivityGraph: (ctx) => getActivityGraph(ctx),
  listProjectStats: (ctx, { query }) => listProjectStats(ctx, query),
})
