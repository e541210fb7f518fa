import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { EstimateType } from '#common/planning/estimates/rules.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

export const EstimateEntity = defineEntity({
  name: 'Estimate',
  tableName: 'estimates',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    name: p.string(),
    description: p.text().default(''),
    type: p.string().$type<EstimateType>(),
    last_used: p.boolean().default(false),
  },
})
export type Estimate = InferEntity<typeof EstimateEntity>

export const EstimatePointEntity = defineEntity({
  name: 'EstimatePoint',
  tableName: 'estimate_points',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    estimate_id: p.uuid(),
    key: p.integer(),
    value: p.string(),
    /** The number that the value adds to sums. Triggers copy it to the items that have this value. */
    number: p.string().columnType('numeric(12,2)').strictNullable(),
    description: p.text().default(''),
    /**
     * Ids of the items that had the value when it was deleted. These ids and the value that replaced it are
     * needed to restore the value.
     */
    left_item_ids: p.array<string>().columnType('uuid[]').lazy().default([]),
    became_id: p.uuid().lazy().nullable(),
  },
})
export type EstimatePoint = InferEntity<typeof EstimatePointEntity>
