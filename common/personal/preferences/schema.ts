import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { homeSectionKeys, sidebarSectionKeys } from './rules.ts'

const config = z.object({
  /** Time up to which the user has seen the events of the digest. */
  seen_at: isoTimestamp.optional(),
})

/** Visibility and position of a home section. Only sections that the user has changed have a row. */
export const homePreferenceRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  key: z.enum(homeSectionKeys),
  is_enabled: z.boolean(),
  config,
  sort_order: z.number(),
})
export type HomePreferenceRow = z.infer<typeof homePreferenceRow>

/** State and position of a sidebar entry. Entries that are not pinned are shown below "More". */
export const sidebarPreferenceRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  key: z.enum(sidebarSectionKeys),
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
