import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { booleanQueryField, singleLineText } from '../../platform/fields.ts'
import { day, id } from '../../platform/time.ts'
import { stateGroup } from '../states/schema.ts'
import { issueIds, workItemRow } from './schema.ts'

const subItems = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/sub-issues/' as const

const subItemGroups = ['state_id', 'state__group', 'priority', 'assignees__id'] as const

const subItemsAnswer = z.object({
  /** The sub-items, newest first. They are grouped if `group_by` is set. */
  sub_issues: z.union([z.array(workItemRow), z.record(z.string(), z.array(workItemRow))]),
  /** Ids of the sub-items by state group. State groups without sub-items are left out. */
  state_distribution: z.partialRecord(stateGroup, z.array(id)),
})

export const subItemCalls = declareCalls('work-items', {
  listSubItems: {
    summary: 'List the sub-items of a work item with their progress',
    method: 'GET',
    path: subItems,
    who: { project: 'guest' },
    query: z.object({ group_by: z.enum(subItemGroups).optional() }),
    answer: subItemsAnswer,
  },
  addSubItems: {
    summary: 'Add sub-items to a work item',
    method: 'POST',
    path: subItems,
    who: { project: 'member' },
    body: z.object({ sub_issue_ids: issueIds }),
    answer: subItemsAnswer,
  },
  searchWorkItems: {
    summary: 'Search for work items to link. Returns at most 100',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/search-issues/',
    who: { project: 'guest' },
    query: z.object({
      /** Text to find: part of a title or of a project identifier, or numbers of work items. */
      search: singleLineText(255).optional(),
      workspace_search: booleanQueryField.optional(),
      /** Id of the item that the user wants to link to a result of the search. */
      issue_id: id.optional(),
      /**
       * If `parent` is true, the search returns only items that can become the parent of `issue_id`. The
       * next two fields do the same for sub-items and related items.
       */
      parent: booleanQueryField.optional(),
      sub_issue: booleanQueryField.optional(),
      issue_relation: booleanQueryField.optional(),
      /**
       * `cycle` limits the search to items without a cycle, and `module` to items that are not in the module
       * with this id.
       */
      cycle: booleanQueryField.optional(),
      module: id.optional(),
      target_date: z.literal('none').optional(),
    }),
    answer: z.array(
      z.object({
        id,
        name: z.string(),
        start_date: day.nullable(),
        sequence_id: z.int(),
        project_id: id,
        project__name: z.string(),
        project__identifier: z.string(),
        workspace__slug: z.string(),
        state_id: id,
        state__name: z.string(),
        state__group: stateGroup,
        state__color: z.string(),
        priority: workItemRow.shape.priority,
      }),
    ),
  },
})
