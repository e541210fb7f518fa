import { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { workItemCalls } from '#common/work/work-items/calls.ts'
import { subscribeCalls } from '#common/work/work-items/subscribe-calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { archiveWorkItem, archiveWorkItems, unarchiveWorkItem, unarchiveWorkItems } from './archive.ts'
import { changeWorkItems, createWorkItems, deleteWorkItems, restoreWorkItems, setWorkItems } from './bulk.ts'
import { deleteWorkItem, restoreWorkItem, updateWorkItem } from './commands.ts'
import { createWorkItem } from './create.ts'
import { moveWorkItems } from './move.ts'
import { previewMove } from './move-preview.ts'
import { purgeWorkItems } from './purge.ts'
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

export const workItemsFeature = defineFeature(workItemCalls, {
  createWorkItem: (ctx, { body }) => createWorkItem(ctx, body),
  updateWorkItem: (ctx, { params, body }) => updateWorkItem(ctx, params.id, body),
  deleteWorkItem: (ctx, { params }) => deleteWorkItem(ctx, params.id),
  restoreWorkItem: (ctx, { params }) => restoreWorkItem(ctx, params.id),
})

export const workItemBulkFeature = defineFeature(workItemBulkCalls, {
  archiveWorkItem: (ctx, { params }) => archiveWorkItem(ctx, params.id),
  unarchiveWorkItem: (ctx, { params }) => unarchiveWorkItem(ctx, params.id),
  archiveWorkItems: (ctx, { body }) => archiveWorkItems(ctx, body.issue_ids),
  unarchiveWorkItems: (ctx, { body }) => unarchiveWorkItems(ctx, body.issue_ids),
  createWorkItems: (ctx, { body }) => createWorkItems(ctx, body),
  deleteWorkItems: (ctx, { body }) => deleteWorkItems(ctx, body.issue_ids),
  restoreWorkItems: (ctx, { body }) => restoreWorkItems(ctx, body.issue_ids),
  purgeWorkItems: (ctx, { body }) => purgeWorkItems(ctx, body.issue_ids),
  moveWorkItems: (ctx, { body }) => moveWorkItems(ctx, body),
  previewMove: (ctx, { body }) => previewMove(ctx, body),
  changeWorkItems: (ctx, { body }) => changeWorkItems(ctx, body),
  setWorkItems: (ctx, { body }) => setWorkItems(ctx, body.updates),
  setWorkItemDates: (ctx, { body }) => setWorkItems(ctx, body.updates),
})

export const subscribeFeature = defineFeature(subscribeCalls, {
  isSubscribed: (ctx, { params }) => isSubscribed(ctx, params.id),
  subscribe: (ctx, { params }) => subscribe(ctx, params.id),
  unsubscribe: (ctx, { params }) => unsubscribe(ctx, params.id),
  listSubscribers: (ctx, { params }) => listSubscribers(ctx, params.id),
  addSubscriber: (ctx, { params, body }) => addSubscriber(ctx, params.id, body),
  removeSubscriber: (ctx, { params }) => removeSubscriber(ctx, params.id, params.user_id),
  subscribeToMany: (ctx, { body }) => subscribeToMany(ctx, body.issue_ids),
  unsubscribeFromMany: (ctx, { body }) => unsubscribeFromMany(ctx, body.issue_ids),
})
