import { sql } from 'kysely'
import { cycleAcceptsItems } from '#common/planning/cycles/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

export const cycleClosedMessage = 'The Cycle has already been completed so no new issues can be added'
export const moduleArchivedMessage = 'Archived module cannot be updated'

/**
 * Returns the cycles or modules that belong to the project, and whether each of them accepts items. They stay
 * locked until the commit.
 */
export async function lockCyclesOrModules(
  { em, project }: Pick<ProjectContext, 'em' | 'project'>,
  table: 'cycles' | 'modules',
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map()
  // Modules are treated like cycles without dates, because a module accepts items regardless of its dates.
  const dateOf = (name: string) =>
    table === 'cycles' ? sql.ref<Date | null>(name) : sql<null>`null::timestamptz`
  const rows = await query(em)
    .selectFrom(table)
    .select(['id', 'archived_at', dateOf('start_date').as('starts'), dateOf('end_date').as('ends')])
    .where('id', 'in', ids)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const now = Date.now()
  const textOf = (date: Date | null) => date?.toISOString() ?? null
  return new Map(
    rows.map(({ id, archived_at, starts, ends }) => [
      id,
      cycleAcceptsItems(
        { start_date: textOf(starts), end_date: textOf(ends), archived_at: textOf(archived_at) },
        now,
      ),
    ]),
  )
}
