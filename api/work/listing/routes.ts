import { workItemListCalls } from '#common/work/listing/calls.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { subItemCalls } from '#common/work/work-items/sub-item-calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { addSubItems, listSubItems } from '../work-items/sub-items.ts'
import { listTrashedWorkItems } from './list-trashed-items.ts'
import {
  listArchivedWorkItems,
  listDetailedWorkItems,
  listDetailedWorkspaceWorkItems,
  listMyWorkItems,
  listTeamspaceWorkItems,
  listUserWorkItems,
  listWorkItems,
  listWorkspaceWorkItems,
  pickWorkItems,
} from './lists.ts'
import { searchWorkItems } from './search.ts'
import { listDeletedItemIds, readItemSyncPage } from './sync-page.ts'

export const workItemListsFeature = defineFeature(workItemListCalls, {
  listWorkItems: (ctx, { query }) => listWorkItems(ctx, query),
  pickWorkItems: (ctx, { query }) => pickWorkItems(ctx, query),
  listDetailedWorkItems: (ctx, { query }) => listDetailedWorkItems(ctx, query),
  syncWorkItems: (ctx, { query }) => readItemSyncPage(ctx, listingContexts.project(ctx.project.id), query),
  listDeletedWorkItems: (ctx, { query }) => listDeletedItemIds(ctx, query),
  listArchivedWorkItems: (ctx, { query }) => listArchivedWorkItems(ctx, query),
  listTrashedWorkItems: (ctx, { query }) => listTrashedWorkItems(ctx, query),
  listWorkspaceWorkItems: (ctx, { query }) => listWorkspaceWorkItems(ctx, query),
  listDetailedWorkspaceWorkItems: (ctx, { query }) => listDetailedWorkspaceWorkItems(ctx, query),
  listMyWorkItems: (ctx, { query }) => listMyWorkItems(ctx, query),
  listTeamspaceWorkItems: (ctx, { params, query }) => listTeamspaceWorkItems(ctx, params.teamspace_id, query),
  listUserWorkItems: (ctx, { params, query }) => listUserWorkItems(ctx, params.user_id, query),
})

export const subItemsFeature = defineFeature(subItemCalls, {
  listSubItems: (ctx, { params, query }) => listSubItems(ctx, params.id, query.group_by),
  addSubItems: (ctx, { params, body }) => addSubItems(ctx, params.id, body.sub_issue_ids),
  searchWorkItems: (ctx, { query }) => searchWorkItems(ctx, query),
})
