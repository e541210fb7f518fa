import { activityCalls } from '#common/work/activities/calls.ts'
import { itemSnapshotCalls } from '#common/work/activities/snapshots.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { listHistory } from './queries.ts'
import { getItemSnapshot, listItemSnapshots } from './snapshots.ts'

export const activitiesFeature = defineFeature(activityCalls, {
  listHistory: (ctx, { params, query }) => listHistory(ctx, params.id, query),
})

export const itemSnapshotsFeature = defineFeature(itemSnapshotCalls, {
  listItemSnapshots: (ctx, { params }) => listItemSnapshots(ctx, params.id),
  getItemSnapshot: (ctx, { params }) => getItemSnapshot(ctx, params.id, params.snapshot_id),
})
