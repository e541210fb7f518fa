import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { StateGroup } from '#common/states/schema.ts'
import { trashable } from '../db/columns.ts'

export const StateEntity = defineEntity({
  name: 'State',
  tableName: 'states',
  properties: {
    ...trashable,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    name: p.string(),
    description: p.text().default(''),
    color: p.string(),
    group: p.string().$type<StateGroup>(),
    default: p.boolean().default(false),
    sequence: p.float(),
  },
})
export type State = InferEntity<typeof StateEntity>
