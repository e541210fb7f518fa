import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { ProgressSnapshot } from '#common/planning/cycles/schema.ts'
import { breakdownColumns, cycleOrModuleColumns, dailyStatsColumns } from '../cycles-and-modules/entity.ts'
import type { CycleOrModuleStats } from '../figures/figures.ts'

export const CycleEntity = defineEntity({
  name: 'Cycle',
  tableName: 'cycles',
  properties: {
    ...cycleOrModuleColumns,
    start_date: p.datetime().strictNullable(),
    end_date: p.datetime().strictNullable(),
    owned_by_id: p.uuid().strictNullable(),
    progress_snapshot: p.json<ProgressSnapshot>().strictNullable(),
    /** Analytics at the end of the cycle. Only the analytics query selects this column. */
    frozen_figures: p.json<CycleOrModuleStats>().lazy().nullable(),
    /** The user who ended the cycle or moved its end into the past. This user may reopen the cycle. */
    ended_by: p.uuid().lazy().nullable(),
    /**
     * Ids of items that moved to other cycles when this cycle ended, by id of the other cycle. When this
     * cycle is reopened, these items move back to it.
     */
    moved_on: p.json<Record<string, string[]>>().lazy().defaultRaw("'{}'"),
  },
})
export type Cycle = InferEntity<typeof CycleEntity>

export const CycleDailyStatsEntity = defineEntity({
  name: 'CycleDay',
  tableName: 'cycle_days',
  properties: { cycle_id: p.uuid().primary(), ...dailyStatsColumns },
})

export const CycleBreakdownEntity = defineEntity({
  name: 'CycleShare',
  tableName: 'cycle_shares',
  properties: {
    cycle_id: p.uuid().primary(),
    kind: p.string().$type<'assignee' | 'label'>().primary(),
    ...breakdownColumns,
  },
})
