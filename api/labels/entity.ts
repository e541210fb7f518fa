import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { trashable } from '../db/columns.ts'

export const LabelEntity = defineEntity({
  name: 'Label',
  tableName: 'labels',
  properties: {
    ...trashable,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    name: p.string(),
    color: p.string(),
    parent: p.uuid().strictNullable(),
    sort_order: p.float(),
  },
})
export type Label = InferEntity<typeof LabelEntity>
