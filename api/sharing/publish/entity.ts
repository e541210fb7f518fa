import { defineEntity, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../platform/db/columns.ts'

/**
 * A user outside the project who commented, reacted or voted on its public board. Members of the project can
 * see the name of this user.
 */
export const PublicMemberEntity = defineEntity({
  name: 'PublicMember',
  tableName: 'project_public_members',
  properties: {
    project_id: p.uuid().primary(),
    member_id: p.uuid().primary(),
    workspace_id: p.uuid(),
    created_at: auditedColumns.created_at,
  },
})
