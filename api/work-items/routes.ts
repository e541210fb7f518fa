import { workItemCalls } from '#common/work-items/calls.ts'
import { feature } from '../http/mount.ts'
import { createWorkItem, deleteWorkItem, restoreWorkItem, updateWorkItem } from './commands.ts'
import { getWorkItem, getWorkItemByKey, getWorkItemMeta, listWorkItems } from './queries.ts'

export const workItemsFeature = feature(workItemCalls, {
  listWorkItems: (ctx, { query }) => listWorkItems(ctx, query),
  createWorkItem: (ctx, { body }) => createWorkItem(ctx, body),
  getWorkItem: (ctx, { params }) => getWorkItem(ctx, params.id),
  getWorkItemByKey: (ctx, { params }) => getWorkItemByKey(ctx, params.key),
  updateWorkItem: (ctx, { params, body }) => updateWorkItem(ctx, params.id, body),
  deleteWorkItem: (ctx, { params }) => deleteWorkItem(ctx, params.id),
  restoreWorkItem: (ctx, { params }) => restoreWorkItem(ctx, params.id),
  getWorkItemMeta: (ctx, { params }) => getWorkItemMeta(ctx, params.id),
})
