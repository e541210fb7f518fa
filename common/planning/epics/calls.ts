import { z } from 'zod'
import { attachmentCalls } from '../../documents/files/calls.ts'
import { type Call, declareCalls } from '../../platform/call.ts'
import { activityCalls } from '../../work/activities/calls.ts'
import { commentCalls } from '../../work/comments/calls.ts'
import { workItemDetailCalls } from '../../work/detail/calls.ts'
import { linkCalls } from '../../work/links/calls.ts'
import { workItemListCalls } from '../../work/listing/calls.ts'
import { reactionCalls } from '../../work/reactions/calls.ts'
import { relationCalls } from '../../work/relations/calls.ts'
import { descriptionVersionCalls } from '../../work/versions/calls.ts'
import { workItemBulkCalls } from '../../work/work-items/bulk-calls.ts'
import { workItemCalls } from '../../work/work-items/calls.ts'
import { workItemRow } from '../../work/work-items/schema.ts'
import { subItemCalls } from '../../work/work-items/sub-item-calls.ts'
import { subscribeCalls } from '../../work/work-items/subscribe-calls.ts'
import {
  epicStatusUpdateChange,
  epicUpdateRow,
  epicWithProgress,
  newEpicUpdate,
  planningBeforeEpicConversion,
} from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}' as const
const one = `${project}/epics/{id}` as const
const updates = `${one}/updates/` as const
const update = `${one}/updates/{update_id}/` as const
const files = '/api/assets/v2/workspaces/{slug}/projects/{project_id}/epics/{id}/attachments/' as const

/**
 * A call for epics. An epic is a work item, so the call has the types of a work item call, with another path.
 * It finds epics only.
 */
type EpicCall<C extends Call, Path extends string> = Omit<C, 'area' | 'path' | 'summary'> & {
  area: 'epics'
  path: Path
  summary: string
}

function epicCall<const C extends Call, const Path extends string>(call: C, path: Path): EpicCall<C, Path> {
  const summary = call.summary.replaceAll('a work item', 'an epic').replaceAll('work item', 'epic')
  return { ...call, area: 'epics', path, summary }
}

/**
 * Calls that list epics. They must be declared before the calls of one epic, because `{id}` would otherwise
 * match the words in these paths.
 */
export const epicListCalls = declareCalls('epics', {
  listEpics: epicCall(workItemListCalls.listWorkItems, `${project}/epics/`),
  pickEpics: epicCall(workItemListCalls.pickWorkItems, `${project}/epics/list/`),
  listDetailedEpics: epicCall(workItemListCalls.listDetailedWorkItems, `${project}/epics-detail/`),
  syncEpics: epicCall(workItemListCalls.syncWorkItems, `${project}/v2/epics/`),
  listEpicProgress: {
    summary: 'List all epics of a project with their progress, newest first',
    method: 'GET',
    path: `${project}/epics/progress/`,
    who: { project: 'guest' },
    answer: z.array(epicWithProgress),
  },
})

export const epicItemCalls = declareCalls('epics', {
  getEpic: epicCall(workItemDetailCalls.getWorkItem, `${one}/`),
  updateEpic: epicCall(workItemCalls.updateWorkItem, `${one}/`),
  deleteEpic: epicCall(workItemCalls.deleteWorkItem, `${one}/`),
  getArchivedEpic: epicCall(workItemDetailCalls.getArchivedWorkItem, `${one}/archive/`),
  archiveEpic: epicCall(workItemBulkCalls.archiveWorkItem, `${one}/archive/`),
  unarchiveEpic: epicCall(workItemBulkCalls.unarchiveWorkItem, `${one}/archive/`),
  listEpicComments: epicCall(commentCalls.listComments, `${one}/comments/`),
  createEpicComment: epicCall(commentCalls.createComment, `${one}/comments/`),
  updateEpicComment: epicCall(commentCalls.updateComment, `${one}/comments/{comment_id}/`),
  deleteEpicComment: epicCall(commentCalls.deleteComment, `${one}/comments/{comment_id}/`),
  listEpicHistory: epicCall(activityCalls.listHistory, `${one}/history/`),
  listEpicReactions: epicCall(reactionCalls.listReactions, `${one}/reactions/`),
  addEpicReaction: epicCall(reactionCalls.addReaction, `${one}/reactions/`),
  removeEpicReaction: epicCall(reactionCalls.removeReaction, `${one}/reactions/{reaction}/`),
  listEpicLinks: epicCall(linkCalls.listLinks, `${one}/links/`),
  createEpicLink: epicCall(linkCalls.createLink, `${one}/links/`),
  updateEpicLink: epicCall(linkCalls.updateLink, `${one}/links/{link_id}/`),
  deleteEpicLink: epicCall(linkCalls.deleteLink, `${one}/links/{link_id}/`),
  isSubscribedToEpic: epicCall(subscribeCalls.isSubscribed, `${one}/subscribe/`),
  subscribeToEpic: epicCall(subscribeCalls.subscribe, `${one}/subscribe/`),
  unsubscribeFromEpic: epicCall(subscribeCalls.unsubscribe, `${one}/subscribe/`),
  deleteEpicRelation: epicCall(relationCalls.deleteRelation, `${one}/issue-relation/{relation_id}/`),
  listEpicVersions: epicCall(descriptionVersionCalls.listDescriptionVersions, `${one}/description-versions/`),
  getEpicVersion: epicCall(
    descriptionVersionCalls.getDescriptionVersion,
    `${one}/description-versions/{version_id}/`,
  ),
  listItemsOfEpic: epicCall(subItemCalls.listSubItems, `${one}/issues/`),
  addItemsToEpic: epicCall(subItemCalls.addSubItems, `${one}/issues/`),
  createEpicAttachment: epicCall(attachmentCalls.createAttachment, files),
  listEpicAttachments: epicCall(attachmentCalls.listAttachments, files),
  confirmEpicAttachment: epicCall(attachmentCalls.confirmAttachment, `${files}{attachment_id}/`),
  deleteEpicAttachment: epicCall(attachmentCalls.deleteAttachment, `${files}{attachment_id}/`),
})

/** Calls for a single epic. */
export const epicCalls = declareCalls('epics', {
  createEpic: epicCall(workItemCalls.createWorkItem, `${project}/epics/`),
  convertToEpic: {
    summary: 'Convert a work item to an epic. It leaves its parent, cycle and modules',
    method: 'POST',
    path: `${project}/issues/{id}/convert-to-epic/`,
    who: { project: 'member' },
    answer: workItemRow,
  },
  convertToWorkItem: {
    summary: 'Convert an epic to a work item. It keeps its sub-items',
    method: 'POST',
    path: `${one}/convert-to-work-item/`,
    who: { project: 'member' },
    body: planningBeforeEpicConversion,
    answer: workItemRow,
  },
  listEpicUpdates: {
    summary: 'List the status updates of an epic, newest first',
    method: 'GET',
    path: updates,
    who: { project: 'guest' },
    answer: z.array(epicUpdateRow),
  },
  createEpicUpdate: {
    summary: 'Post a status update of an epic',
    method: 'POST',
    path: updates,
    who: { project: 'member' },
    body: newEpicUpdate,
    status: 201,
    answer: epicUpdateRow,
    fails: ['conflict'],
  },
  updateEpicUpdate: {
    summary: 'Edit a status update of an epic',
    method: 'PATCH',
    path: update,
    who: { project: 'admin', orOwn: true },
    body: epicStatusUpdateChange,
    answer: epicUpdateRow,
  },
  deleteEpicUpdate: {
    summary: 'Delete a status update of an epic',
    method: 'DELETE',
    path: update,
    who: { project: 'admin', orOwn: true },
  },
  restoreEpicUpdate: {
    summary: 'Restore a deleted status update of an epic',
    method: 'POST',
    path: `${one}/updates/{update_id}/restore/`,
    who: { project: 'admin', orOwn: true },
    answer: epicUpdateRow,
  },
})
