import { z } from 'zod'
import { singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { stateGroups } from '../../work/states/groups.ts'
import { priorities } from '../../work/work-items/priorities.ts'
import { visitedKinds } from './rules.ts'

/** Time of a user's last visit to a project, page or item. Only this user can read it. */
export const recentVisitRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  entity_name: z.enum(visitedKinds),
  entity_identifier: id,
  visited_at: isoTimestamp,
})
export type RecentVisitRow = z.infer<typeof recentVisitRow>

export const visitedItem = z.object({
  id,
  name: z.string(),
  state: id,
  /** Group and color of the state, so that clients can render the item without another request. */
  state__group: z.enum(stateGroups),
  state__color: z.string(),
  priority: z.enum(priorities),
  assignees: z.array(id),
  type: id.nullable(),
  sequence_id: z.int(),
  project_id: id,
  project_identifier: z.string(),
})
export const visitedPage = z.object({
  id,
  name: z.string(),
  logo_props: logoProps,
  /** Project of the page; null for a page that belongs to no project. */
  project_id: id.nullable(),
  owned_by: id,
  project_identifier: z.string().nullable(),
})
const visitedProject = z.object({
  id,
  name: z.string(),
  logo_props: logoProps,
  identifier: singleLineText(12),
  project_members: z.array(id),
})

/** Adds the current data of the visited object. Objects that the user can no longer access are left out. */
export const recentVisitResponse = z.discriminatedUnion('entity_name', [
  recentVisitRow.extend({ entity_name: z.literal('issue'), entity_data: visitedItem }),
  recentVisitRow.extend({ entity_name: z.literal('page'), entity_data: visitedPage }),
  recentVisitRow.extend({ entity_name: z.literal('project'), entity_data: visitedProject }),
])
export type RecentVisitResponse = z.infer<typeof recentVisitResponse>
