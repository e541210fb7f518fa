import { LockMode } from '@mikro-orm/postgresql'
import { type Selectable, sql } from 'kysely'
import { type CycleResponse, type CycleRow, cycleResponse, cycleRow } from '#common/planning/cycles/schema.ts'
import { cycleOrModuleLimit } from '#common/planning/cycles-and-modules/rules.ts'
import { presentRow } from '../../platform/db/present.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { CycleOrModuleDefinition } from '../cycles-and-modules/definition.ts'
import { getCycleStatus } from './dates.ts'
import { type Cycle, CycleEntity } from './entity.ts'
import { freezeCycleStats } from './freeze.ts'

/** The database row of a cycle. */
type Row = Pick<Selectable<Tables['cycles']>, keyof CycleRow>

export const cycleDefinition: CycleOrModuleDefinition<Row, Cycle, CycleResponse> = {
  kind: 'cycle',
  table: 'cycles',
  columns: cycleRow.keyof().options,
  lock: (em, key) => em.findOne(CycleEntity, key, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),
  frozenCounts: (row) => row.progress_snapshot,
  answer: (row, counted) =>
    presentRow(cycleResponse, { ...row, ...counted, status: getCycleStatus(row), version: 2 }),
  // Stores the final statistics if the cycle is completed, for example because its end was moved into the past.
  async finish(em, cycle) {
    if (getCycleStatus(cycle) === 'COMPLETED' && cycle.progress_snapshot === null)
      await freezeCycleStats(em, cycle.id)
  },
  messages: {
    notFound: 'Cycle not found',
    cannotDelete: 'Only an admin or the owner can delete the cycle.',
    cannotArchive: 'Only completed cycles can be archived',
    tooMany: `A project can have at most ${cycleOrModuleLimit} cycles.`,
  },
  ownerOf: (cycle) => cycle.owned_by_id,
  canArchive: (cycle) => getCycleStatus(cycle) === 'COMPLETED',
  // Do nothing, because the `cycle_id` property of items already refuses completed cycles.
  checkAdding() {},
  adding: (cycle_id) => ({ cycle_id }),
  removing: (item, id) => (item.cycle_id === id ? { cycle_id: null } : null),
  items: {
    areIn: (id) => sql`work_items.cycle_id = ${id}`,
    leave: () => ({ cycle_id: null }),
    return: (cycle_id) => ({ cycle_id }),
    canReturn: () => sql`work_items.cycle_id is null`,
  },
}
