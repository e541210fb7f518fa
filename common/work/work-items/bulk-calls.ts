import { z } from 'zod'
import { documentContent } from '../../documents/content/content.ts'
import { declareCalls } from '../../platform/call.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { maxItemsCreatedAtOnce, maxItemsPerBulkCall } from './rules.ts'
import {
  dateInputFields,
  issueIds,
  workItemChange,
  workItemNameField,
  workItemRow,
  workItemUpdate,
} from './schema.ts'

const within = '/api/workspaces/{slug}/projects/{project_id}/' as const
const archive = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/archive/' as const

const archived = z.object({ archived_at: isoTimestamp })
const message = z.object({ message: z.string() })
const moved = workItemRow.pick({ id: true, project_id: true, sequence_id: true })
const counted = z.array(z.object({ id, count: z.int() }))
/**
 * For one property, such as labels: the values that items keep, lose (`dropped`), or get back because they had
 * them earlier in the target project (`regained`). `count` is the number of items with the value. The ids in
 * `kept` are the ids before the move.
 */
const movedList = z.object({ kept: counted, dropped: counted, regained: counted })
const movePreview = z.object({
  /** The items in the request, each with the key that it would get in the other project. */
  items: z.array(moved),
  /** Number of descendants that would also move. All other counts include the descendants. */
  below: z.int(),
  states: z.array(z.object({ from: id, to: id, count: z.int() })),
  labels: movedList,
  assignees: movedList,
  subscribers: movedList,
  parents: movedList.omit({ kept: true }),
  /**
   * Cycles that items would lose or get back. No cycle or module is kept, because each belongs to one
   * project.
   */
  cycles: movedList.omit({ kept: true }),
  modules: movedList.omit({ kept: true }),
  /** Estimate values. Values that also exist in the estimate of the target project are kept. */
  estimates: movedList,
})
const tooMany = `Change at most ${maxItemsPerBulkCall} work items at once.`

/** Calls for many work items. Each call runs in one transaction and applies to all items or to none. */
export const workItemBulkCalls = declareCalls('work-items', {
  archiveWorkItem: {
    summary: 'Archive a completed or cancelled work item',
    method: 'POST',
    path: archive,
    who: { project: 'member' },
    answer: archived,
  },
  unarchiveWorkItem: {
    summary: 'Unarchive a work item',
    method: 'DELETE',
    path: archive,
    who: { project: 'member' },
  },
  archiveWorkItems: {
    summary: 'Archive completed or cancelled work items',
    method: 'POST',
    path: `${within}bulk-archive-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds }),
    answer: archived,
  },
  unarchiveWorkItems: {
    summary: 'Unarchive work items',
    method: 'DELETE',
    path: `${within}bulk-archive-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  createWorkItems: {
    summary: 'Create several work items with the given titles and descriptions, in this order',
    method: 'POST',
    path: `${within}bulk-create-issues/`,
    who: { project: 'member' },
    body: z.object({
      items: z
        .array(
          z.object({
            id: id.optional(),
            name: workItemNameField,
            description_html: documentContent.shape.description_html,
          }),
        )
        .min(1, 'Enter at least one title.')
        .max(maxItemsCreatedAtOnce, `Create at most ${maxItemsCreatedAtOnce} work items at once.`),
    }),
    status: 201,
    answer: z.array(workItemRow),
    fails: ['conflict'],
  },
  deleteWorkItems: {
    summary: 'Move work items with their sub-items to the trash',
    method: 'DELETE',
    path: `${within}bulk-delete-issues/`,
    who: { project: 'admin' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  restoreWorkItems: {
    summary: 'Restore work items with their sub-items from the trash',
    method: 'POST',
    path: `${within}bulk-restore-issues/`,
    who: { project: 'admin' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  purgeWorkItems: {
    summary: 'Permanently delete work items with their sub-items from the trash',
    method: 'POST',
    path: `${within}bulk-purge-issues/`,
    who: { project: 'admin' },
    body: z.object({ issue_ids: issueIds }),
    answer: message,
  },
  moveWorkItems: {
    summary: 'Move work items with their sub-items to another project',
    method: 'POST',
    path: `${within}bulk-move-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds, new_project_id: id }),
    /** The items in the request, with their new keys. */
    answer: z.array(moved),
  },
  previewMove: {
    summary: 'Preview the move of work items to another project',
    method: 'POST',
    path: `${within}bulk-move-issues/preview/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds, new_project_id: id }),
    answer: movePreview,
  },
  changeWorkItems: {
    summary: 'Set the same properties on many work items. Assignees and labels are added',
    method: 'POST',
    path: `${within}bulk-operation-issues/`,
    who: { project: 'member' },
    body: z.object({ issue_ids: issueIds, properties: workItemChange }),
    items: workItemRow,
    answer: message,
  },
  setWorkItems: {
    summary: 'Set individual properties on many work items',
    method: 'POST',
    path: `${within}bulk-update-issues/`,
    who: { project: 'member' },
    body: z.object({
      updates: z.array(workItemUpdate).min(1, 'Issue IDs are required').max(maxItemsPerBulkCall, tooMany),
    }),
    items: workItemRow,
    answer: message,
  },
  setWorkItemDates: {
    summary: 'Set individual dates on many work items',
    method: 'POST',
    path: `${within}issue-dates/`,
    who: { project: 'member' },
    body: z.object({
      updates: z
        .array(z.object({ id, ...dateInputFields }))
        .min(1, 'Issue IDs are required')
        .max(maxItemsPerBulkCall, tooMany),
    }),
    items: workItemRow,
    answer: message,
  },
})
