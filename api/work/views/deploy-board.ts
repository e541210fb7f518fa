import { randomBytes } from 'node:crypto'
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../platform/db/columns.ts'

/** Which project or view anybody may read who knows the address. */
export const DeployBoardEntity = defineEntity({
  name: 'DeployBoard',
  tableName: 'deploy_boards',
  properties: {
    ...auditedColumns,
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

/** What strangers may add to what is published: nothing, until it is switched on. */
export const allOff = { is_comments_enabled: false, is_reactions_enabled: false, is_votes_enabled: false }

/** The part of a public address that nobody can guess. */
export function newAnchor(): string {
  return randomBytes(16).toString('hex')
}
