import { epicCalls, epicItemCalls, epicListCalls } from '#common/planning/epics/calls.ts'
import { contexts } from '#common/work/listing/contexts.ts'
import { type Feature, feature, type Handlers } from '../../access/requests/mount.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { activitiesFeature } from '../../work/activities/routes.ts'
import { attachmentsFeature } from '../../work/attachments/routes.ts'
import { commentsFeature } from '../../work/comments/routes.ts'
import { workItemDetailFeature } from '../../work/detail/routes.ts'
import { linksFeature } from '../../work/links/routes.ts'
import { familyFeature } from '../../work/listing/routes.ts'
import { syncPage } from '../../work/listing/sync-page.ts'
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
  ofEpic,
  pickEpics,
} from './queries.ts'

export const epicListsFeature = feature(epicListCalls, {
  listEpics: (ctx, { query }) => listEpics(ctx, query),
  pickEpics: (ctx, { query }) => pickEpics(ctx, query),
  listDetailedEpics: (ctx, { query }) => listDetailedEpics(ctx, query),
  syncEpics: (ctx, { query }) => syncPage(ctx, contexts.epics(ctx.project.id), query),
  listEpicProgress: (ctx) => listEpicProgress(ctx),
})

type Twins = Handlers<typeof epicItemCalls>
type Twin = (ctx: ProjectContext, input: { params: { id: string } }) => Promise<never>

/**
 * Returns the handler of a work item call for use by the matching epic call, with a check that the item is an epic.
 * Both calls take and return the same types (`common/planning/epics/calls.ts`).
 */
function like({ handlers }: Feature, name: string): (ctx: ProjectContext, input: object) => Promise<never> {
  const handler = handlers[name] as unknown as Twin | undefined
  // Fails at startup if the work item call was renamed or moved to another feature.
  if (handler === undefined) throw new Error(`The feature has no call ${name}.`)
  return (ctx, input) => {
    const { params } = input as Parameters<Twin>[1]
    return ofEpic(ctx, params.id, () => handler(ctx, { ...input, params }))
  }
}

export const epicItemsFeature = feature(epicItemCalls, {
  getEpic: like(workItemDetailFeature, 'getWorkItem'),
  updateEpic: like(workItemsFeature, 'updateWorkItem'),
  deleteEpic: like(workItemsFeature, 'deleteWorkItem'),
  getArchivedEpic: like(workItemDetailFeature, 'getArchivedWorkItem'),
  archiveEpic: like(workItemBulkFeature, 'archiveWorkItem'),
  unarchiveEpic: like(workItemBulkFeature, 'unarchiveWorkItem'),
  listEpicComments: like(commentsFeature, 'listComments'),
  createEpicComment: like(commentsFeature, 'createComment'),
  updateEpicComment: like(commentsFeature, 'updateComment'),
  deleteEpicComment: like(commentsFeature, 'deleteComment'),
  listEpicHistory: like(activitiesFeature, 'listHistory'),
  listEpicReactions: like(reactionsFeature, 'listReactions'),
  addEpicReaction: like(reactionsFeature, 'addReaction'),
  removeEpicReaction: like(reactionsFeature, 'removeReaction'),
  listEpicLinks: like(linksFeature, 'listLinks'),
  createEpicLink: like(linksFeature, 'createLink'),
  updateEpicLink: like(linksFeature, 'updateLink'),
  deleteEpicLink: like(linksFeature, 'deleteLink'),
  isSubscribedToEpic: like(subscribeFeature, 'isSubscribed'),
  subscribeToEpic: like(subscribeFeature, 'subscribe'),
  unsubscribeFromEpic: like(subscribeFeature, 'unsubscribe'),
  deleteEpicRelation: like(relationsFeature, 'deleteRelation'),
  listEpicVersions: like(versionsFeature, 'listDescriptionVersions'),
  getEpicVersion: like(versionsFeature, 'getDescriptionVersion'),
  listItemsOfEpic: like(familyFeature, 'listSubItems'),
  addItemsToEpic: like(familyFeature, 'addSubItems'),
  createEpicAttachment: like(attachmentsFeature, 'createAttachment'),
  listEpicAttachments: like(attachmentsFeature, 'listAttachments'),
  confirmEpicAttachment: like(attachmentsFeature, 'confirmAttachment'),
  deleteEpicAttachment: like(attachmentsFeature, 'deleteAttachment'),
} satisfies Twins)

export const epicsFeature = feature(epicCalls, {
  createEpic: (ctx, { body }) => createWorkItem(ctx, body, { isEpic: true }),
  convertToEpic: (ctx, { params }) => convertToEpic(ctx, params.id),
  convertToWorkItem: (ctx, { params, body }) =>
    ofEpic(ctx, params.id, (there) => convertToWorkItem(there, params.id, body)),
  listEpicUpdates: (ctx, { params }) => listEpicUpdates(ctx, params.id),
  createEpicUpdate: (ctx, { params, body }) =>
    ofEpic(ctx, params.id, (there) => createEpicUpdate(there, params.id, body)),
  updateEpicUpdate: (ctx, { params, body }) => changeUpdate(ctx, params, body),
  deleteEpicUpdate: (ctx, { params }) => deleteUpdate(ctx, params),
  restoreEpicUpdate: (ctx, { params }) => changeUpdate(ctx, params, { deleted_at: null }),
})

function changeUpdate(
  ctx: ProjectContext,
  { id, update_id }: { id: string; update_id: string },
  change: Parameters<typeof changeEpicUpdate>[3],
) {
  return ofEpic(ctx, id, (there) => changeEpicUpdate(there, id, update_id, change))
}

async function deleteUpdate(
  ctx: ProjectContext,
  params: { id: string; update_id: string },
): Promise<undefined> {
  await changeUpdate(ctx, params, { deleted_at: new Date() })
}
