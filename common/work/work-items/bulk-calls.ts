import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id, moment } from '../../platform/time.ts'
import { bulkLimit } from './rules.ts'
import { datesOf, issueIds, workItemChange, workItemRow, workItemUpdate } from './schema.ts'

const within = '/api/workspaces/{slug}/projects/{project_id}/' as const
const archive = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/archive/' as const

const archived = z.object({ archived_at: moment })
const message = z.object({ message: z.string() })
const moved = workItemRow.pick({ id: true, project_id: true, sequence_id: true })
const counted = z.array(z.object({ id, count: z.int() }))
/** The number of items for each id. `kept` uses the former ids. */
const movedList = z.object({ kept: counted, dropped: counted, regained: counted })
const movePreview = z.object({
  /** The items that were named, with the keys that they would get. */
  items: z.array(moved),
  /** The number of descendants that move too. The other counts include them. */
  below: z.int(),
  states: z.array(z.object({ from: id, to: id, count: z.int() })),
  labels: movedList,
  assignees: movedList,
  subscribers: movedList,
  parents: movedList.omit({ kept: true }),
  /** Cycles and modules belong to a project, so none are kept. */
  cycles: movedList.omit({ kept: true }),
  modules: movedList.omit({ kept: true }),
  /** Values that also exist in the estimate of the target project are kept. */
  estimates: movedList,
})
const tooMany = `Change at most ${bulkLimit} work items at once.`

/** Calls on many work items. Each runs in one transaction and applies to all items or none. */
export const workItemBulkCalls = declareCalls('work-items', {
  archiveWorkItem: {
    summary: 'Archive a work item that is completed or cancelled',
    method: 'POST',
    path: archive,
    who: { project: 'member' },
    answer: archived,
  },
  unarchiveWorkItem: {
    summary: 'Take a work item out of the archive',
    method: 'DELETE',
    path: archive,
    who: { project: 'member' },
  },
  archiveWorkItems: {
    summary: 'Archive work items that are completed or cancelled',
    method: 'POST',
    path: `${within}bulk-archive-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds }),
    answer: archived,
  },
  unarchiveWorkItems: {
    summary: 'Take work items out of the archive',
    method: 'DELETE',
    path: `${within}bulk-archive-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  deleteWorkItems: {
    summary: 'Put work items into the trash, and what is below them',
    method: 'DELETE',
    path: `${within}bulk-delete-issues/`,
    who: { project: 'admin' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  restoreWorkItems: {
    summary: 'Take work items out of the trash, and what went there with them',
    method: 'POST',
    path: `${within}bulk-restore-issues/`,
    who: { project: 'admin' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  purgeWorkItems: {
    summary: 'Delete work items of the trash forever, and what went there with them',
    method: 'POST',
    path: `${within}bulk-purge-issues/`,
    who: { project: 'admin' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  moveWorkItems: {
    summary: 'Move work items to another project of the workspace, with what is below them',
    method: 'POST',
    path: `${within}bulk-move-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds, new_project_id: id }),
    /** The items that were named, with their new keys. */
    answer: z.array(moved),
  },
  previewMove: {
    summary: 'What would become of work items in another project, without moving them',
    method: 'POST',
    path: `${within}bulk-move-issues/preview/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds, new_project_id: id }),
    answer: movePreview,
  },
  changeWorkItems: {
    summary:
      'Give the same properties to many work items; people and labels are added to those that are there',
    method: 'POST',
    path: `${within}bulk-operation-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds, properties: workItemChange }),
    items: workItemRow,
    answer: message,
  },
  setWorkItems: {
    summary: 'Set properties of many work items, to each its own; what a bulk operation is undone by',
    method: 'POST',
    path: `${within}bulk-update-issues/`,
    who: { project: 'member' },
    body: z.object({
      updates: z.array(workItemUpdate).min(1, 'Issue IDs are required').max(bulkLimit, tooMany),
    }),
    items: workItemRow,
    answer: message,
  },
  setWorkItemDates: {
    summary: 'Set the dates of many work items, to each its own',
    method: 'POST',
    path: `${within}issue-dates/`,
    who: { project: 'member' },
    body: z.object({
      updates: z
        .array(z.object({ id, ...datesOf }))
        .min(1, 'Issue IDs are required')
        .max(bulkLimit, tooMany),
    }),
    items: workItemRow,
    answer: message,
  },
})
