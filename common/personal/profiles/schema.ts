import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, moment } from '../../platform/time.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { priority } from '../../work/work-items/schema.ts'

const count = z.int()
const cycleOf = z.object({ cycle__id: id, cycle__name: z.string(), cycle__project_id: id })

/** What a person has to do and has done, as far as the caller sees it. */
export const userStats = z.object({
  created_issues: count,
  assigned_issues: count,
  completed_issues: count,
  /** Assigned, and neither completed nor cancelled. */
  pending_issues: count,
  subscribed_issues: count,
  /** Cycles in which they have something assigned. */
  present_cycles: z.array(cycleOf),
  upcoming_cycles: z.array(cycleOf),
  /** Of what is assigned to them. */
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
    /** Null for guests of the workspace. */
    email: z.string().nullable(),
    cover_image_url: z.string().nullable(),
    user_timezone: z.string(),
    date_joined: moment,
  }),
})
export type UserProfile = z.infer<typeof userProfile>

/** Of a project those that are asked for, all without it. */
export const projectStats = z
  .object({
    id,
    total_issues: count,
    completed_issues: count,
    total_members: count,
    total_cycles: count,
    total_modules: count,
  })
  .partial()
  .required({ id: true })
