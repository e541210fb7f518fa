import { randomBytes } from 'node:crypto'
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { auditedColumns } from '../../platform/db/columns.ts'

/** A project or view that everyone with the link can read. */
export const DeployBoardEntity = defineEntity({
  name: 'DeployBoard',
  tableName: 'deploy_boards',
  properties: {
    ...auditedColumns,
    workspace_id: p.uuid(),
    /** Project that is published. Is null if a view is published. */
    project_id: p.uuid().strictNullable(),
    view_id: p.uuid().strictNullable(),
    /** True if the public link no longer works. */
    is_disabled: p.boolean().default(false),
    anchor: p.string(),
    is_comments_enabled: p.boolean().default(false),
    is_reactions_enabled: p.boolean().default(false),
    is_votes_enabled: p.boolean().default(false),
    is_intake_enabled: p.boolean().default(false),
    /**
     * The layouts that are enabled on a public board. `calendar`, `gantt` and `spreadsheet` are stored only
     * for clients of the Plane API.
     */
    view_props: p.json<{
      list: boolean
      kanban: boolean
      calendar?: boolean
      gantt?: boolean
      spreadsheet?: boolean
    }>(),
  },
})
export type DeployBoardRow = InferEntity<typeof DeployBoardEntity>

/** Default settings of a public board: visitors cannot comment, react or vote. */
export const defaultBoardSwitches = {
  is_comments_enabled: false,
  is_reactions_enabled: false,
  is_votes_enabled: false,
  is_intake_enabled: false,
}

/** Returns a random secret for the public URL. */
export function newPublicAnchor(): string {
  return randomBytes(16).toString('hex')
}
