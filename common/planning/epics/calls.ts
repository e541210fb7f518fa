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
import { versionCalls } from '../../work/versions/calls.ts'
import { workItemBulkCalls } from '../../work/work-items/bulk-calls.ts'
import { workItemCalls } from '../../work/work-items/calls.ts'
import { workItemRow } from '../../work/work-items/schema.ts'
import { subItemCalls } from '../../work/work-items/sub-item-calls.ts'
import { subscribeCalls } from '../../work/work-items/subscribe-calls.ts'
import { epicProgress, epicUpdateChange, epicUpdateRow, formerPlanning, newEpicUpdate } from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}' as const
const one = `${project}/epics/{id}` as const
const updates = `${one}/updates/` as const
const update = `${one}/updates/{update_id}/` as const
const files = '/api/assets/v2/workspaces/{slug}/projects/{project_id}/epics/{id}/attachments/' as const

/** An epic is a work item, so each of these calls repeats a work item call at another path. It finds epics only. */
type EpicCall<C extends Call, Path extends string> = Omit<C, 'area' | 'path' | 'summary'> & {
  area: 'epics'
  path: Path
  summary: string
}

function epicCall<const C extends Call, const Path extends string>(call: C, path: Path): EpicCall<C, Path> {
  const summary = `${call.summary}: of an epic`
  return { ...call, area: 'epics', path, summary }
}

/** Must be declared before the calls of one epic: otherwise `{id}` would match the words in these paths. */
export const epicListCalls = declareCalls('epics', {
  listEpics: epicCall(workItemListCalls.listWorkItems, `${project}/epics/`),
  pickEpics: epicCall(workItemListCalls.pickWorkItems, `${project}/epics/list/`),
  listDetailedEpics: epicCall(workItemListCalls.listDetailedWorkItems, `${project}/epics-detail/`),
  syncEpics: epicCall(workItemListCalls.syncWorkItems, `${project}/v2/epics/`),
  listEpicProgress: {
    summary:
      'All epics of a project, archived ones too, with what is below them, counted, and how they go; the newest first',
    method: 'GET',
    path: `${project}/epics/progress/`,
    who: { project: 'guest' },
    answer: z.array(epicProgress),
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
  listEpicVersions: epicCall(versionCalls.listDescriptionVersions, `${one}/description-versions/`),
  getEpicVersion: epicCall(versionCalls.getDescriptionVersion, `${one}/description-versions/{version_id}/`),
  listItemsOfEpic: epicCall(subItemCalls.listSubItems, `${one}/issues/`),
  addItemsToEpic: epicCall(subItemCalls.addSubItems, `${one}/issues/`),
  createEpicAttachment: epicCall(attachmentCalls.createAttachment, files),
  listEpicAttachments: epicCall(attachmentCalls.listAttachments, files),
  confirmEpicAttachment: epicCall(attachmentCalls.confirmAttachment, `${files}{attachment_id}/`),
  deleteEpicAttachment: epicCall(attachmentCalls.deleteAttachment, `${files}{attachment_id}/`),
})

/** Calls that exist for epics only. */
export const epicCalls = declareCalls('epics', {
  createEpic: epicCall(workItemCalls.createWorkItem, `${project}/epics/`),
  convertToEpic: {
    summary:
      'Make an epic of a work item: it leaves its parent, its cycle and its modules, and keeps its sub-items',
    method: 'POST',
    path: `${project}/issues/{id}/convert-to-epic/`,
    who: { project: 'member' },
    answer: workItemRow,
  },
  convertToWorkItem: {
    summary: 'Make a work item of an epic, which keeps its sub-items; their epic it is no longer',
    method: 'POST',
    path: `${one}/convert-to-work-item/`,
    who: { project: 'member' },
    body: formerPlanning,
    answer: workItemRow,
  },
  listEpicUpdates: {
    summary: 'What was said of how an epic goes, the newest first',
    method: 'GET',
    path: updates,
    who: { project: 'guest' },
    answer: z.array(epicUpdateRow),
  },
  createEpicUpdate: {
    summary: 'Say how an epic goes',
    method: 'POST',
    path: updates,
    who: { project: 'member' },
    body: newEpicUpdate,
    status: 201,
    answer: epicUpdateRow,
    fails: ['conflict'],
  },
  updateEpicUpdate: {
    summary: 'Change what was said of an epic',
    method: 'PATCH',
    path: update,
    who: { project: 'admin', orOwn: true },
    body: epicUpdateChange,
    answer: epicUpdateRow,
  },
  deleteEpicUpdate: {
    summary: 'Take back what was said of an epic',
    method: 'DELETE',
    path: update,
    who: { project: 'admin', orOwn: true },
  },
  restoreEpicUpdate: {
    summary: 'Bring back what was said of an epic',
    method: 'POST',
    path: `${one}/updates/{update_id}/restore/`,
    who: { project: 'admin', orOwn: true },
    answer: epicUpdateRow,
  },
})
