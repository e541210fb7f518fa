import { z } from 'zod'
import { emptyAsNull, multiLineText, positionField, singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import {
  maxTeamspaceDescriptionLength,
  maxTeamspaceNameLength,
  teamspaceMembersLimit,
  teamspaceProjectsLimit,
} from './rules.ts'

const teamspaceAccess = z.union([z.literal(0), z.literal(1)])

/** A team of workspace members with the projects that it works on. It gives no access to these projects. */
export const teamspaceRow = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  description: z.string(),
  /**
   * Access to the teamspace: 0 is private, visible to its members and to admins; 1 is visible to all members
   * of the workspace.
   */
  access: teamspaceAccess,
  logo_props: logoProps,
  /** Id of the lead, who is always one of the members. */
  lead_id: id.nullable(),
  member_ids: z.array(id),
  /** Ids of all projects of the teamspace, even of projects that the receiving user cannot see. */
  project_ids: z.array(id),
  sort_order: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type TeamspaceRow = z.infer<typeof teamspaceRow>

export const teamspaceResponse = teamspaceRow.extend({ is_favorite: z.boolean() })
export type TeamspaceResponse = z.infer<typeof teamspaceResponse>

const name = singleLineText(maxTeamspaceNameLength).min(1, 'Enter a name.')

export const teamspaceChange = z.object({
  name: name.optional(),
  description: multiLineText(maxTeamspaceDescriptionLength).optional(),
  access: teamspaceAccess.optional(),
  logo_props: logoProps.optional(),
  /** Id of the lead. A lead who is not a member of the teamspace becomes a member. */
  lead_id: emptyAsNull(id).optional(),
  /** Ids of the members. Users who are not members or admins of the workspace are ignored. */
  member_ids: z.array(id).max(teamspaceMembersLimit).optional(),
  /** Ids of the projects. New projects that the caller cannot access are ignored. */
  project_ids: z.array(id).max(teamspaceProjectsLimit).optional(),
  sort_order: positionField.optional(),
})

/** A change of an existing teamspace. Two requests that add or remove ids at the same time both take effect. */
export const teamspaceUpdate = teamspaceChange.extend({
  added_member_ids: z.array(id).max(teamspaceMembersLimit).optional(),
  removed_member_ids: z.array(id).max(teamspaceMembersLimit).optional(),
  added_project_ids: z.array(id).max(teamspaceProjectsLimit).optional(),
  removed_project_ids: z.array(id).max(teamspaceProjectsLimit).optional(),
})

export const newTeamspace = teamspaceChange.extend({ id: id.optional(), name })
