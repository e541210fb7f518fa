import { defineEntity, p } from '@mikro-orm/postgresql'
import type { VoteRow } from '#common/work/reactions/votes/schema.ts'
import { auditedColumns } from '../../../platform/db/columns.ts'

const { id, created_at } = auditedColumns

export const VoteEntity = defineEntity({
  name: 'Vote',
  tableName: 'votes',
  properties: {
    id,
    created_at,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    actor: p.uuid(),
    vote: p.integer().$type<VoteRow['vote']>(),
    /**
     * Id of the user who created the item. Guests without access to the whole project receive only votes on
     * items that they created. This column is not part of any response.
     */
    issue_created_by: p.uuid().strictNullable(),
  },
})
