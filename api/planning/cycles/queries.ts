import { sql } from 'kysely'
import type { workspaceCycleCalls } from '#common/planning/cycles/calls.ts'
import { cycleRow } from '#common/planning/cycles/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import type { ListingQuery } from '#common/work/listing/schema.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { presentCyclesOrModules } from '../cycles-and-modules/queries.ts'
import { cycleDefinition } from './definition.ts'

/**
 * Lists the cycles that are running now. Archived cycles are left out, and so are cycles of projects that are
 * archived or have disabled cycles.
 */
export async function listActiveCycles(
  ctx: WorkspaceContext,
  sent: Pick<ListingQuery, 'per_page' | 'cursor'>,
): Promise<ResponseOf<typeof workspaceCycleCalls.listActiveCycles>> {
  const running = query(ctx.em)
    .selectFrom('cycles')
    .innerJoin('projects', 'projects.id', 'cycles.project_id')
    .where('cycles.project_id', 'in', selectAccessibleProjectIds(ctx))
    .where('projects.cycle_view', '=', true)
    .where('projects.archived_at', 'is', null)
    .where('cycles.deleted_at', 'is', null)
    .where('cycles.archived_at', 'is', null)
    .where('cycles.start_date', '<=', sql<Date>`now()`)
    .where('cycles.end_date', '>=', sql<Date>`now()`)
  const { found } = await running
    .select((of) => of.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow()
  const columns = cycleRow.keyof().options.map((name) => `cycles.${name}` as const)
  const page = await readPaginatedRows(running.select(columns), firstToEnd, sent)
  return buildPageResponse(
    page,
    Number(found),
    await presentCyclesOrModules(ctx.em, cycleDefinition, page.rows),
  )
}

const firstToEnd: OrderColumn[] = [
  { value: sql`cycles.end_date`, type: 'timestamptz' },
  { value: sql`cycles.id`, type: 'uuid' },
]
