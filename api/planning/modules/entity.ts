import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { ModuleStatus } from '#common/planning/modules/rules.ts'
import type { ModuleLink } from '#common/planning/modules/schema.ts'
import { breakdownColumns, cycleOrModuleColumns, dailyStatsColumns } from '../cycles-and-modules/entity.ts'

export const ModuleEntity = defineEntity({
  name: 'Module',
  tableName: 'modules',
  properties: {
    ...cycleOrModuleColumns,
    status: p.string().$type<ModuleStatus>(),
    start_date: p.string().columnType('date').strictNullable(),
    target_date: p.string().columnType('date').strictNullable(),
    lead_id: p.uuid().strictNullable(),
    member_ids: p.array<string>().columnType('uuid[]'),
    link_module: p.json<ModuleLink[]>(),
  },
})
export type Module = InferEntity<typeof ModuleEntity>

export const ModuleDailyStatsEntity = defineEntity({
  name: 'ModuleDay',
  tableName: 'module_days',
  properties: { module_id: p.uuid().primary(), ...dailyStatsColumns },
})

export const ModuleBreakdownEntity = defineEntity({
  name: 'ModuleShare',
  tableName: 'module_shares',
  properties: {
    module_id: p.uuid().primary(),
    /**
     * A row counts the items with one assignee, the items with one label, or (kind `part`) the items that are
     * sub-items of another item.
     */
    kind: p.string().$type<'assignee' | 'label' | 'part'>().primary(),
    ...breakdownColumns,
  },
})
