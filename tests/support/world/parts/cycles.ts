import type { Call } from '#common/platform/call.ts'
import type { FeatureFixture } from '../part.ts'
import { timestampInDays } from '../rows.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** The cycle that the item belongs to. */
    cycle_id: string
    done_cycle_id: string
    archived_cycle_id: string
    /** A cycle without dates. */
    next_cycle_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['cycle_id'],
  madeRows: { cycle_id: { table: 'cycles', column: 'owned_by_id', id: 'cycle_id', isSeenByAll: true } },
  places: (side, call) => ({ cycle_id: side[cycleOf(call)] }),
  fields: (side) => ({
    cycle: side.cycle_id,
    cycle_id: side.cycle_id,
    new_cycle_id: side.next_cycle_id,
    end_date: '2026-03-02',
  }),
  async inProject({ admin, params, side, sql }) {
    const make = (days: object) => admin.call('createCycle', { params, body: { name: 'By Tom', ...days } })
    const done = await make({ start_date: '2026-01-05', end_date: '2026-01-16' })
    const archived = await make({ start_date: '2026-01-19', end_date: '2026-01-30' })
    await admin.call('archiveCycle', { params: { ...params, cycle_id: archived.id } })
    const running = await make({ start_date: new Date().toISOString(), end_date: timestampInDays(14) })
    const next = await make({})
    await sql('update cycles set owned_by_id = $1 where id = $2', [side.maker_id, running.id])
    return {
      cycle_id: running.id,
      done_cycle_id: done.id,
      archived_cycle_id: archived.id,
      next_cycle_id: next.id,
    }
  },
}

/**
 * Returns the name of the field of `TestRowIds` that contains a suitable cycle for this call. To archive a
 * cycle, it must be completed. To restore it, it must be archived.
 */
function cycleOf({ method, path }: Call): 'cycle_id' | 'done_cycle_id' | 'archived_cycle_id' {
  if (path.includes('/archived-cycles/')) return 'archived_cycle_id'
  if (!path.endsWith('/archive/')) return 'cycle_id'
  return method === 'POST' ? 'done_cycle_id' : 'archived_cycle_id'
}
