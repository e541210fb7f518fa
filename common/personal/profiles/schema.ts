import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { priority } from '../../work/work-items/schema.ts'

const count = z.int()
const cycleOf = z.object({ cycle__id: id, cycle__name: z.string(), cycle__project_id: id })

/** Statistics of a user's work. Only items that the caller can see are counted. */
export const userStats = z.object({
  created_issues: count,
  assigned_issues: count,
  completed_issues: count,
  /** Number of assigned items that are neither completed nor cancelled. */
  pending_issues: count,
  subscribed_issues: count,
  /** Current cycles that contain an item of the user. */
  present_cycles: z.array(cycleOf),
  upcoming_cycles: z.array(cycleOf),
  /** Assigned items by state group and by priority. */
  state_distribution: z.array(z.object({ state_group: stateGroup, state_count: count })),
  priority_distribution: z.array(z.object({ priority, priority_count: count })),
})
export type UserStats = z.infer<typeof userStats>

export const profileProject = z.object({
  id,
  name: z.string(),
  identifier: z.string(),
  logo_props: logoProps,
  created_issues: count,
  assigned_issues: count,
  completed_issues: count,
  pending_issues: count,
})
export type ProfileProject = z.infer<typeof profileProject>

export const userProfile = z.object({
  project_data: z.array(profileProject),
  user_data: userLite.extend({
    /** Email address of the user; null if the caller is a workspace guest. */
    email: z.string().nullable(),
    cover_image_url: z.string().nullable(),
    user_timezone: z.string(),
    date_joined: isoTimestamp,
  }),
})
export type UserProfile = z.infer<typeof userProfile>

/** Statistics of a project. It contains only the requested fields, or all fields if none were requested. */
export const projectStats = z
  .object({
    id,
    total_issues: count,
    /** Number of completed or cancelled items. */
    completed_issues: count,
    cancelled_issues: count,
    total_members: count,
    total_cycles: count,
    total_modules: count,
  })
  .partial()
  .required({ id: true })
