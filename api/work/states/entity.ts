import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { StateGroup } from '#common/work/states/schema.ts'
import { trashableColumns } from '../../platform/db/columns.ts'
import { externalIdColumns } from '../../platform/db/external-ids.ts'

export const StateEntity = defineEntity({
  name: 'State',
  tableName: 'states',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    name: p.string(),
    description: p.text().default(''),
    color: p.string(),
    group: p.string().$type<StateGroup>(),
    default: p.boolean().default(false),
    sequence: p.float(),
    ...externalIdColumns,
    /**
     * The items that were in the state when it was deleted, and the state that they moved to. Both columns
     * are needed to restore the state.
     */
    left_items: p.json<ItemOfDeletedState[]>().lazy().default([]),
    became_id: p.uuid().lazy().nullable(),
  },
})

export interface ItemOfDeletedState {
  id: string
  completed_at: string | null
}

export type State = InferEntity<typeof StateEntity>
