import { z } from 'zod'
import { externalIdsOfRow } from '../../platform/external-ids.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { day, id, isoTimestamp } from '../../platform/time.ts'
import { updateStatuses } from '../../platform/update-statuses.ts'
import { roleField } from '../workspaces/schema.ts'
import { automaticCyclesRow } from './automatic-cycles.ts'

/**
 * Visibility of a project. 0 is secret: only members can see it. 2 is public: every workspace member can find
 * and join it.
 */
export const projectVisibility = z.union([z.literal(0), z.literal(2)])
export type ProjectVisibility = z.infer<typeof projectVisibility>

export const projectRow = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  identifier: z.string(),
  description: z.string(),
  network: projectVisibility,
  logo_props: logoProps,
  cover_image_url: z.string().nullable(),
  project_lead: id.nullable(),
  default_assignee: id.nullable(),
  default_state: id.nullable(),
  estimate: id.nullable(),
  start_date: day.nullable(),
  target_date: day.nullable(),
  /** Status of the newest update on the project. Null if the project has no updates. */
  health: z.enum(updateStatuses).nullable(),
  cycle_view: z.boolean(),
  /**
   * Settings of automatic cycles. Null if cycles are created manually. The settings have their own calls and cannot be
   * changed with the project.
   */
  automatic_cycles: automaticCyclesRow.nullable(),
  module_view: z.boolean(),
  issue_views_view: z.boolean(),
  page_view: z.boolean(),
  inbox_view: z.boolean(),
  /** The number of intake items that wait for a decision. */
  intake_count: z.int(),
  is_time_tracking_enabled: z.boolean(),
  is_issue_type_enabled: z.boolean(),
  is_epic_enabled: z.boolean(),
  guest_view_all_features: z.boolean(),
  archive_in: z.int(),
  close_in: z.int(),
  timezone: z.string(),
  archived_at: isoTimestamp.nullable(),
  /** Last part of the public address of the board. Null if the project is not published. */
  anchor: z.string().nullable(),
  ...externalIdsOfRow,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type ProjectRow = z.infer<typeof projectRow>

export const projectResponse = projectRow.extend({
  /** Id of the workspace, under the name that clients of Plane read. */
  workspace: id,
  cover_image: z.string().nullable(),
  is_favorite: z.boolean(),
  /** The caller's role and sidebar position. Null if the caller has not joined the project. */
  member_role: roleField.nullable(),
  sort_order: z.number().nullable(),
})
export type ProjectResponse = z.infer<typeof projectResponse>

export const projectDetails = projectResponse.extend({
  members: z.array(id),
  next_work_item_sequence: z.int(),
})

/** A deleted project that can be restored. */
export const deletedProject = projectRow
  .pick({ id: true, name: true, identifier: true, logo_props: true, network: true })
  .extend({
    deleted_at: isoTimestamp,
    /** Time after which the project can no longer be restored. */
    ends_at: isoTimestamp,
    deleted_by: id.nullable(),
  })
export type DeletedProject = z.infer<typeof deletedProject>

export const projectMemberRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  member_id: id,
  role: roleField,
  original_role: roleField,
  sort_order: z.number(),
  is_active: z.boolean(),
  created_at: isoTimestamp,
})
export type ProjectMemberRow = z.infer<typeof projectMemberRow>

export const projectMemberResponse = projectMemberRow.extend({ member: id, project: id })
