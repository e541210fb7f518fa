import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { AutomaticCyclesRow } from '#common/organization/projects/automatic-cycles.ts'
import type { SummableEstimateType } from '#common/planning/figures/summable-estimate-types.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import type { Role } from '#common/platform/roles.ts'
import type { UpdateStatus } from '#common/platform/update-statuses.ts'
import { auditedColumns, trashableColumns } from '../../platform/db/columns.ts'
import { externalIdColumns } from '../../platform/db/external-ids.ts'

export const ProjectEntity = defineEntity({
  name: 'Project',
  tableName: 'projects',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    name: p.string(),
    identifier: p.string(),
    description: p.text().default(''),
    network: p.integer().$type<0 | 2>(),
    logo_props: p.json<LogoProps>(),
    cover_image_url: p.text().strictNullable(),
    project_lead: p.uuid().strictNullable(),
    default_assignee: p.uuid().strictNullable(),
    default_state: p.uuid().strictNullable(),
    estimate: p.uuid().strictNullable(),
    start_date: p.string().columnType('date').strictNullable(),
    target_date: p.string().columnType('date').strictNullable(),
    /** Status of the newest update. `api/planning/project-updates` maintains it. */
    health: p.string().$type<UpdateStatus>().strictNullable(),
    /**
     * The unit of the sums of estimates, and the time at which this unit was introduced.
     * `api/planning/estimates/switch.ts` sets both columns.
     */
    points_type: p.string().$type<SummableEstimateType>().lazy().nullable(),
    points_since: p.datetime().lazy().nullable(),
    points_before_type: p.string().$type<SummableEstimateType>().lazy().nullable(),
    points_before_since: p.datetime().lazy().nullable(),
    cycle_view: p.boolean().default(false),
    automatic_cycles: p.json<AutomaticCyclesRow>().strictNullable(),
    module_view: p.boolean().default(false),
    issue_views_view: p.boolean().default(true),
    page_view: p.boolean().default(true),
    inbox_view: p.boolean().default(false),
    /** Number of open intake requests. `api/planning/intake/count.ts` maintains it. */
    intake_count: p.integer().default(0),
    is_time_tracking_enabled: p.boolean().default(false),
    is_epic_enabled: p.boolean().default(false),
    is_issue_type_enabled: p.boolean().default(false),
    guest_view_all_features: p.boolean().default(false),
    archive_in: p.integer().default(0),
    close_in: p.integer().default(0),
    timezone: p.string().default('UTC'),
    archived_at: p.datetime().strictNullable(),
    /** Last part of the public address of the board. `api/sharing/publish` maintains it. */
    anchor: p.string().nullable(),
    ...externalIdColumns,
  },
})
export type Project = InferEntity<typeof ProjectEntity>

/**
 * Former identifiers of projects. Other projects cannot use an identifier while old links redirect through
 * it.
 */
export const FormerProjectIdentifierEntity = defineEntity({
  name: 'FormerIdentifier',
  tableName: 'former_project_identifiers',
  properties: {
    workspace_id: p.uuid().primary(),
    identifier: p.string().primary(),
    project_id: p.uuid(),
    created_at: p.datetime().onCreate(() => new Date()),
  },
})

export const ProjectMemberEntity = defineEntity({
  name: 'ProjectMember',
  tableName: 'project_members',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    member_id: p.uuid(),
    role: p.integer().$type<Role>(),
    original_role: p.integer().$type<Role>(),
    /** The admin who removed the member. Is null for a member who left and may join again. */
    removed_by: p.uuid().strictNullable(),
    sort_order: p.float(),
    is_active: p.boolean().default(true),
  },
})
export type ProjectMember = InferEntity<typeof ProjectMemberEntity>
