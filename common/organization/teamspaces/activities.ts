import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'

/** Kinds of entries in the history of a teamspace. */
export const teamActivityKinds = [
  'created',
  'renamed',
  'description_changed',
  'logo_changed',
  'made_public',
  'made_private',
  'lead_changed',
  'member_added',
  'member_removed',
  /** A member left the workspace and therefore also the teamspace. */
  'member_departed',
  'project_added',
  'project_removed',
  /** A view became visible to the teamspace (`view_added`) or is no longer visible (`view_removed`). */
  'view_added',
  'view_removed',
  'view_renamed',
  'deleted',
  'restored',
] as const
export type TeamActivityKind = (typeof teamActivityKinds)[number]

/** Number of entries per response. */
export const teamActivitiesPageSize = 30

/**
 * An entry in the history of a teamspace. It contains only the ids of people and projects, because the client has
 * already loaded their names.
 */
export const teamActivity = z.object({
  id,
  teamspace_id: id,
  kind: z.enum(teamActivityKinds),
  /** Id of the new lead, or of the user who joined or left the teamspace. */
  person_id: id.nullable(),
  project_id: id.nullable(),
  view_id: id.nullable(),
  /** The former name of the teamspace or view, or the id of the former lead. */
  old_value: z.string().nullable(),
  /** The new name of the teamspace or view. */
  new_value: z.string().nullable(),
  /** The user who made the change. */
  actor_id: id.nullable(),
  created_at: isoTimestamp,
})
export type TeamActivity = z.infer<typeof teamActivity>
