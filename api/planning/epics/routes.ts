import { epicCalls, epicItemCalls, epicListCalls } from '#common/planning/epics/calls.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { type ApiFeature, type CallHandlers, defineFeature } from '../../access/requests/mount.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { activitiesFeature } from '../../work/activities/routes.ts'
import { attachmentsFeature } from '../../work/attachments/routes.ts'
import { commentsFeature } from '../../work/comments/routes.ts'
import { workItemDetailFeature } from '../../work/detail/routes.ts'
import { linksFeature } from '../../work/links/routes.ts'
import { subItemsFeature } from '../../work/listing/routes.ts'
import { readItemSyncPage } from '../../work/listing/sync-page.ts'
import { reactionsFeature } from '../../work/reactions/routes.ts'
import { relationsFeature } from '../../work/relations/routes.ts'
import { versionsFeature } from '../../work/versions/routes.ts'
import { createWorkItem } from '../../work/work-items/create.ts'
import { subscribeFeature, workItemBulkFeature, workItemsFeature } from '../../work/work-items/routes.ts'
import { changeEpicUpdate, convertToEpic, convertToWorkItem, createEpicUpdate } from './commands.ts'
import {
  listDetailedEpics,
  listEpicProgress,
  listEpics,
  listEpicUpdates,
  pickEpics,
  runInProjectOfEpic,
} from './queries.ts'

export const epicListsFeature = defineFeature(epicListCalls, {
  listEpics: (ctx, { query }) => listEpics(ctx, query),
  pickEpics: (ctx, { query }) => pickEpics(ctx, query),
  listDetailedEpics: (ctx, { query }) => listDetailedEpics(ctx, query),
  syncEpics: (ctx, { query }) => readItemSyncPage(ctx, listingContexts.epics(ctx.project.id), query),
  listEpicProgress: (ctx) => listEpicProgress(ctx),
})

type EpicHandlers = CallHandlers<typeof epicItemCalls>
type ItemHandler = (ctx: ProjectContext, input: { params: { id: string } }) => Promise<never>

/**
 * Returns the handler of a work item call for use by the matching epic call, and adds a check that the item
 * is an epic. The two calls take and return the same types (`common/planning/epics/calls.ts`).
 */
function epicHandler(
  { handlers }: ApiFeature,
  name: string,
): (ctx: ProjectContext, input: object) => Promise<never> {
  const handler = handlers[name] as unknown as ItemHandler | undefined
  // Fail at startup if the work item call was renamed or moved to another feature.
  if (handler === undefined) throw new Error(`The feature has no call ${name}.`)
  return (ctx, input) => {
    const { params } = input as Parameters<ItemHandler>[1]
    return runInProjectOfEpic(ctx, params.id, () => handler(ctx, { ...input, params }))
  }
}

export const epicItemsFeature = defineFeature(epicItemCalls, {
  getEpic: epicHandler(workItemDetailFeature, 'getWorkItem'),
  updateEpic: epicHandler(workItemsFeature, 'updateWorkItem'),
  deleteEpic: epicHandler(workItemsFeature, 'deleteWorkItem'),
  getArchivedEpic: epicHandler(workItemDetailFeature, 'getArchivedWorkItem'),
  archiveEpic: epicHandler(workItemBulkFeature, 'archiveWorkItem'),
  unarchiveEpic: epicHandler(workItemBulkFeature, 'unarchiveWorkItem'),
  listEpicComments: epicHandler(commentsFeature, 'listComments'),
  createEpicComment: epicHandler(commentsFeature, 'createComment'),
  updateEpicComment: epicHandler(commentsFeature, 'updateComment'),
  deleteEpicComment: epicHandler(commentsFeature, 'deleteComment'),
  listEpicHistory: epicHandler(activitiesFeature, 'listHistory'),
  listEpicReactions: epicHandler(reactionsFeature, 'listReactions'),
  addEpicReaction: epicHandler(reactionsFeature, 'addReaction'),
  removeEpicReaction: epicHandler(reactionsFeature, 'removeReaction'),
  listEpicLinks: epicHandler(linksFeature, 'listLinks'),
  createEpicLink: epicHandler(linksFeature, 'createLink'),
  updateEpicLink: epicHandler(linksFeature, 'updateLink'),
  deleteEpicLink: epicHandler(linksFeature, 'deleteLink'),
  isSubscribedToEpic: epicHandler(subscribeFeature, 'isSubscribed'),
  subscribeToEpic: epicHandler(subscribeFeature, 'subscribe'),
  unsubscribeFromEpic: epicHandler(subscribeFeature, 'unsubscribe'),
  deleteEpicRelation: epicHandler(relationsFeature, 'deleteRelation'),
  listEpicVersions: epicHandler(versionsFeature, 'listDescriptionVersions'),
  getEpicVersion: epicHandler(versionsFeature, 'getDescriptionVersion'),
  listItemsOfEpic: epicHandler(subItemsFeature, 'listSubItems'),
  addItemsToEpic: epicHandler(subItemsFeature, 'addSubItems'),
  createEpicAttachment: epicHandler(attachmentsFeature, 'createAttachment'),
  listEpicAttachments: epicHandler(attachmentsFeature, 'listAttachments'),
  confirmEpicAttachment: epicHandler(attachmentsFeature, 'confirmAttachment'),
  deleteEpicAttachment: epicHandler(attachmentsFeature, 'deleteAttachment'),
} satisfies EpicHandlers)

export const epicsFeature = defineFeature(epicCalls, {
  createEpic: (ctx, { body }) => createWorkItem(ctx, body, { isEpic: true }),
  convertToEpic: (ctx, { params }) => convertToEpic(ctx, params.id),
  convertToWorkItem: (ctx, { params, body }) =>
    runInProjectOfEpic(ctx, params.id, (itemCtx) => convertToWorkItem(itemCtx, params.id, body)),
  listEpicUpdates: (ctx, { params }) => listEpicUpdates(ctx, params.id),
  createEpicUpdate: (ctx, { params, body }) =>
    runInProjectOfEpic(ctx, params.id, (itemCtx) => createEpicUpdate(itemCtx, params.id, body)),
  updateEpicUpdate: (ctx, { params, body }) => changeUpdate(ctx, params, body),
  deleteEpicUpdate: (ctx, { params }) => deleteUpdate(ctx, params),
  restoreEpicUpdate: (ctx, { params }) => changeUpdate(ctx, params, { deleted_at: null }),
})

function changeUpdate(
  ctx: ProjectContext,
  { id, update_id }: { id: string; update_id: string },
  change: Parameters<typeof changeEpicUpdate>[3],
) {
  return runInProjectOfEpic(ctx, id, (itemCtx) => changeEpicUpdate(itemCtx, id, update_id, change))
}

async function deleteUpdate(
  ctx: ProjectContext,
  params: { id: string; update_id: string },
): Promise<undefined> {
  await changeUpdate(ctx, params, { deleted_at: new Date() })
}
