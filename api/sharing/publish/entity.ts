import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { audited } from '../../platform/db/columns.ts'

/** Which project or view anybody may read who knows the address. */
export const DeployBoardEntity = defineEntity({
  name: 'DeployBoard',
  tableName: 'deploy_boards',
  properties: {
    ...audited,
    workspace_id: p.uuid(),
    /** Null of a view. */
    project_id: p.uuid().strictNullable(),
    view_id: p.uuid().strictNullable(),
    /** Whether its address leads nowhere any more. */
    is_disabled: p.boolean().default(false),
    anchor: p.string(),
    is_comments_enabled: p.boolean().default(false),
    is_reactions_enabled: p.boolean().default(false),
    is_votes_enabled: p.boolean().default(false),
    view_props: p.json<{ list: boolean; kanban: boolean }>(),
  },
})
export type DeployBoardRow = InferEntity<typeof DeployBoardEntity>

/** Who said something of what a project publishes without being in it: their name is known where they did. */
export const PublicMemberEntity = defineEntity({
  name: 'PublicMember',
  tableName: 'project_public_members',
  properties: {
    project_id: p.uuid().primary(),
    member_id: p.uuid().primary(),
    workspace_id: p.uuid(),
    created_at: audited.created_at,
  },
})
