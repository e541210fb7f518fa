import { contexts } from '#common/work/listing/contexts.ts'
import { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { workItemCalls } from '#common/work/work-items/calls.ts'
import { familyCalls } from '#common/work/work-items/family-calls.ts'
import { workItemListCalls } from '#common/work/work-items/list-calls.ts'
import { subscribeCalls } from '#common/work/work-items/subscribe-calls.ts'
import { feature } from '../../platform/http/mount.ts'
import { deletedIds, syncPage } from '../listing/sync-page.ts'
import {
  archiveWorkItem,
  archiveWorkItems,
  getArchivedWorkItem,
  unarchiveWorkItem,
  unarchiveWorkItems,
} from './archive.ts'
import { changeWorkItems, deleteWorkItems, restoreWorkItems, setWorkItems } from './bulk.ts'
import { deleteWorkItem, restoreWorkItem, updateWorkItem } from './commands.ts'
import { createWorkItem } from './create.ts'
import { addSubItems, listSubItems } from './family.ts'
import {
  listArchivedWorkItems,
  listDetailedWorkItems,
  listDetailedWorkspaceWorkItems,
  listMyWorkItems,
  listUserWorkItems,
  listWorkItems,
  listWorkspaceWorkItems,
  pickWorkItems,
} from './lists.ts'
import { moveWorkItems } from './move.ts'
import { previewMove } from './move-preview.ts'
import { purgeWorkItems } from './purge.ts'
import { getWorkItem, getWorkItemByKey, getWorkItemMeta } from './queries.ts'
import { searchWorkItems } from './search.ts'
import {
  addSubscriber,
  isSubscribed,
  listSubscribers,
  removeSubscriber,
  subscribe,
  subscribeToMany,
  unsubscribe,
  unsubscribeFromMany,
} from './subscribe.ts'
import { listTrashedWorkItems } from './trash-list.ts'

export const workItemListsFeature = feature(workItemListCalls, {
  listWorkItems: (ctx, { query }) => listWorkItems(ctx, query),
  pickWorkItems: (ctx, { query }) => pickWorkItems(ctx, query),
  listDetailedWorkItems: (ctx, { query }) => listDetailedWorkItems(ctx, query),
  syncWorkItems: (ctx, { query }) => syncPage(ctx, contexts.project(ctx.project.id), query),
  listDeletedWorkItems: (ctx, { query }) => deletedIds(ctx, query),
  listArchivedWorkItems: (ctx, { query }) => listArchivedWorkItems(ctx, query),
  listTrashedWorkItems: (ctx, { query }) => listTrashedWorkItems(ctx, query),
  listWorkspaceWorkItems: (ctx, { query }) => listWorkspaceWorkItems(ctx, query),
  listDetailedWorkspaceWorkItems: (ctx, { query }) => listDetailedWorkspaceWorkItems(ctx, query),
  listMyWorkItems: (ctx, { query }) => listMyWorkItems(ctx, query),
  listUserWorkItems: (ctx, { params, query }) => listUserWorkItems(ctx, params.user_id, query),
})

export const workItemsFeature = feature(workItemCalls, {
  createWorkItem: (ctx, { body }) => createWorkItem(ctx, body),
  getWorkItem: (ctx, { params, query }) => getWorkItem(ctx, params.id, query),
  getWorkItemByKey: (ctx, { params, query }) => getWorkItemByKey(ctx, params.key, query),
  updateWorkItem: (ctx, { params, body }) => updateWorkItem(ctx, params.id, body),
  deleteWorkItem: (ctx, { params }) => deleteWorkItem(ctx, params.id),
  restoreWorkItem: (ctx, { params }) => restoreWorkItem(ctx, params.id),
  getWorkItemMeta: (ctx, { params }) => getWorkItemMeta(ctx, params.id),
})

export const workItemBulkFeature = feature(workItemBulkCalls, {
  getArchivedWorkItem: (ctx, { params, query }) => getArchivedWorkItem(ctx, params.id, query),
  archiveWorkItem: (ctx, { params }) => archiveWorkItem(ctx, params.id),
  unarchiveWorkItem: (ctx, { params }) => unarchiveWorkItem(ctx, params.id),
  archiveWorkItems: (ctx, { body }) => archiveWorkItems(ctx, body.issue_ids),
  unarchiveWorkItems: (ctx, { body }) => unarchiveWorkItems(ctx, body.issue_ids),
  deleteWorkItems: (ctx, { body }) => deleteWorkItems(ctx, body.issue_ids),
  restoreWorkItems: (ctx, { body }) => restoreWorkItems(ctx, body.issue_ids),
  purgeWorkItems: (ctx, { body }) => purgeWorkItems(ctx, body.issue_ids),
  moveWorkItems: (ctx, { body }) => moveWorkItems(ctx, body),
  previewMove: (ctx, { body }) => previewMove(ctx, body),
  changeWorkItems: (ctx, { body }) => changeWorkItems(ctx, body),
  setWorkItems: (ctx, { body }) => setWorkItems(ctx, body.updates),
  setWorkItemDates: (ctx, { body }) => setWorkItems(ctx, body.updates),
})

export const familyFeature = feature(familyCalls, {
  listSubItems: (ctx, { params, query }) => listSubItems(ctx, params.id, query.group_by),
  addSubItems: (ctx, { params, body }) => addSubItems(ctx, params.id, body.sub_issue_ids),
  searchWorkItems: (ctx, { query }) => searchWorkItems(ctx, query),
})

export const subscribeFeature = feature(subscribeCalls, {
  isSubscribed: (ctx, { params }) => isSubscribed(ctx, params.id),
  subscribe: (ctx, { params }) => subscribe(ctx, params.id),
  unsubscribe: (ctx, { params }) => unsubscribe(ctx, params.id),
  listSubscribers: (ctx, { params }) => listSubscribers(ctx, params.id),
  addSubscriber: (ctx, { params, body }) => addSubscriber(ctx, params.id, body),
  removeSubscriber: (ctx, { params }) => removeSubscriber(ctx, params.id, params.user_id),
  subscribeToMany: (ctx, { body }) => subscribeToMany(ctx, body.issue_ids),
  unsubscribeFromMany: (ctx, { body }) => unsubscribeFromMany(ctx, body.issue_ids),
})
