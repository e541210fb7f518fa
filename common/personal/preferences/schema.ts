import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { homeKeys, sidebarKeys } from './rules.ts'

const config = z.object({
  /** Until when one has looked at what happened. */
  seen_at: moment.optional(),
})

/** Whether and where a person has a part on the home of a workspace; there are rows of what they have chosen alone. */
export const homePreferenceRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  key: z.enum(homeKeys),
  is_enabled: z.boolean(),
  config,
  sort_order: z.number(),
})
export type HomePreferenceRow = z.infer<typeof homePreferenceRow>

/** The same of a row of the sidebar; what is not pinned is under More. */
export const sidebarPreferenceRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  key: z.enum(sidebarKeys),
  is_pinned: z.boolean(),
  sort_order: z.number(),
})
export type SidebarPreferenceRow = z.infer<typeof sidebarPreferenceRow>

export const homePreference = homePreferenceRow.pick({
  key: true,
  is_enabled: true,
  config: true,
  sort_order: true,
})
export const sidebarPreference = sidebarPreferenceRow.pick({ is_pinned: true, sort_order: true })
