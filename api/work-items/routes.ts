import { workItemCalls } from '#common/work-items/calls.ts'
import { workItemListCalls } from '#common/work-items/list-calls.ts'
import { feature } from '../http/mount.ts'
import { deletedIds, syncPage } from '../listing/sync-page.ts'
import { createWorkItem, deleteWorkItem, restoreWorkItem, updateWorkItem } from './commands.ts'
import {
  listArchivedWorkItems,
  listMyWorkItems,
  listUserWorkItems,
  listWorkItems,
  listWorkspaceWorkItems,
  pickWorkItems,
  ungrouped,
} from './lists.ts'
import { getWorkItem, getWorkItemByKey, getWorkItemMeta } from './queries.ts'

export const workItemListsFeature = feature(workItemListCalls, {
  listWorkItems: (ctx, { query }) => listWorkItems(ctx, query),
  pickWorkItems: (ctx, { query }) => pickWorkItems(ctx, query),
  listDetailedWorkItems: (ctx, { query }) => listWorkItems(ctx, ungrouped(query)),
  syncWorkItems: (ctx, { query }) => syncPage(ctx, query),
  listDeletedWorkItems: (ctx, { query }) => deletedIds(ctx, query),
  listArchivedWorkItems: (ctx, { query }) => listArchivedWorkItems(ctx, query),
  listWorkspaceWorkItems: (ctx, { query }) => listWorkspaceWorkItems(ctx, query),
  listDetailedWorkspaceWorkItems: (ctx, { query }) => listWorkspaceWorkItems(ctx, ungrouped(query)),
  listMyWorkItems: (ctx, { query }) => listMyWorkItems(ctx, query),
  listUserWorkItems: (ctx, { params, query }) => listUserWorkItems(ctx, params.user_id, query),
})

export const workItemsFeature = feature(workItemCalls, {
  createWorkItem: (ctx, { body }) => createWorkItem(ctx, body),
  getWorkItem: (ctx, { params }) => getWorkItem(ctx, params.id),
  getWorkItemByKey: (ctx, { params }) => getWorkItemByKey(ctx, params.key),
  updateWorkItem: (ctx, { params, body }) => updateWorkItem(ctx, params.id, body),
  deleteWorkItem: (ctx, { params }) => deleteWorkItem(ctx, params.id),
  restoreWorkItem: (ctx, { params }) => restoreWorkItem(ctx, params.id),
  getWorkItemMeta: (ctx, { params }) => getWorkItemMeta(ctx, params.id),
})
