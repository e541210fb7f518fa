import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { UpdateStatus } from '#common/platform/update-statuses.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

export const ProjectUpdateEntity = defineEntity({
  name: 'ProjectUpdate',
  tableName: 'project_updates',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    status: p.string().$type<UpdateStatus>(),
    text: p.text(),
  },
})
export type ProjectUpdate = InferEntity<typeof ProjectUpdateEntity>
