import { workItemDetailCalls } from '#common/work/detail/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  getArchivedWorkItem,
  getWorkItem,
  getWorkItemByExternalId,
  getWorkItemByKey,
  getWorkItemMeta,
} from './queries.ts'

export const workItemDetailFeature = defineFeature(workItemDetailCalls, {
  getWorkItem: (ctx, { params, query }) => getWorkItem(ctx, params.id, query),
  getWorkItemByKey: (ctx, { params, query }) => getWorkItemByKey(ctx, params.key, query),
  getWorkItemByExternalId: (ctx, { query }) => getWorkItemByExternalId(ctx, query),
  getWorkItemMeta: (ctx, { params }) => getWorkItemMeta(ctx, params.id),
  getArchivedWorkItem: (ctx, { params, query }) => getArchivedWorkItem(ctx, params.id, query),
})
