import { sql } from 'kysely'
import type { workspaceCycleCalls } from '#common/planning/cycles/calls.ts'
import { cycleRow } from '#common/planning/cycles/schema.ts'
import type { AnswerOf } from '#common/platform/call.ts'
import type { ListingQuery } from '#common/work/listing/schema.ts'
import { idsOfProjects } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { pageOfRows, readRows } from '../../platform/db/page.ts'
import { toPlanAnswers } from '../plans/queries.ts'
import { cyclePlan } from './plan-type.ts'

/** Lists the cycles that are running now. Cycles of projects with disabled cycles are left out. */
export async function listActiveCycles(
  ctx: WorkspaceContext,
  sent: Pick<ListingQuery, 'per_page' | 'cursor'>,
): Promise<AnswerOf<typeof workspaceCycleCalls.listActiveCycles>> {
  const running = query(ctx.em)
    .selectFrom('cycles')
    .innerJoin('projects', 'projects.id', 'cycles.project_id')
    .where('cycles.project_id', 'in', idsOfProjects(ctx))
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
  const page = await readRows(running.select(columns), firstToEnd, sent)
  return pageOfRows(page, Number(found), await toPlanAnswers(ctx.em, cyclePlan, page.rows))
}

const firstToEnd: OrderColumn[] = [
  { value: sql`cycles.end_date`, type: 'timestamptz' },
  { value: sql`cycles.id`, type: 'uuid' },
]
