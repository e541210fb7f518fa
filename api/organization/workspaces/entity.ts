import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { Role } from '#common/platform/roles.ts'
import { auditedColumns, trashableColumns } from '../../platform/db/columns.ts'

export const WorkspaceEntity = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  properties: {
    ...trashableColumns,
    name: p.string(),
    slug: p.string(),
    logo_url: p.text().strictNullable(),
    owner: p.uuid(),
    organization_size: p.string().strictNullable(),
    timezone: p.string().default('UTC'),
    background_color: p.string(),
    requires_second_factor: p.boolean().default(false),
  },
})
export type Workspace = InferEntity<typeof WorkspaceEntity>

export const WorkspaceMemberEntity = defineEntity({
  name: 'WorkspaceMember',
  tableName: 'workspace_members',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    member_id: p.uuid(),
    role: p.integer().$type<Role>(),
    company_role: p.string().strictNullable(),
    is_active: p.boolean().default(true),
  },
})
export type WorkspaceMember = InferEntity<typeof WorkspaceMemberEntity>

export const WorkspaceInviteEntity = defineEntity({
  name: 'WorkspaceInvite',
  tableName: 'workspace_invites',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    /**
     * Email address of the invited person. Is null for an open invitation, which anybody with the link can
     * accept.
     */
    email: p.string().strictNullable(),
    role: p.integer().$type<Role>(),
    /** The projects that the invited person joins. */
    project_ids: p.array<string>().columnType('uuid[]'),
    /** The user who chose each project, by project. The person joins the projects that this user still administers. */
    project_choosers: p.json<Record<string, string>>(),
    message: p.text().strictNullable(),
    /**
     * Hash of the token in the link that the inviting user copied. The link does not prove the recipient's
     * email address.
     */
    token_hash: p.string(),
    /**
     * Hash of the token in the emailed link. A user who opens this link has proved the invited email address.
     */
    mailed_token_hash: p.string().strictNullable(),
    /** User who invites. The invitation is valid only while this user may invite. */
    invited_by: p.uuid().strictNullable(),
    expires_at: p.datetime(),
    accepted: p.boolean().default(false),
    responded_at: p.datetime().strictNullable(),
  },
})
export type WorkspaceInvite = InferEntity<typeof WorkspaceInviteEntity>
