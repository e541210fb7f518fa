import { defineEntity, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at } = auditedColumns

export const ReactionEntity = defineEntity({
  name: 'Reaction',
  tableName: 'reactions',
  properties: {
    id,
    created_at,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    comment_id: p.uuid().strictNullable(),
    actor: p.uuid(),
    reaction: p.string(),
    /**
     * Id of the user who created the item. Guests receive only reactions to items that they created. This
     * column is not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
  },
})
