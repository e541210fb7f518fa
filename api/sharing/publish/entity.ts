import { defineEntity, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../platform/db/columns.ts'

/** Who said something of what a project publishes without being in it: their name is known where they did. */
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
