import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { audited } from '../db/columns.ts'

/** Which project anybody may read who knows the address. */
export const DeployBoardEntity = defineEntity({
  name: 'DeployBoard',
  tableName: 'deploy_boards',
  properties: {
    ...audited,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    anchor: p.string(),
    view_props: p.json<{ list: boolean; kanban: boolean }>(),
  },
})
export type DeployBoardRow = InferEntity<typeof DeployBoardEntity>
