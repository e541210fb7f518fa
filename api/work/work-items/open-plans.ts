import { sql } from 'kysely'
import { cycleTakesItems } from '#common/planning/cycles/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

export const cycleTakesNoMore = 'The Cycle has already been completed so no new issues can be added'
export const moduleTakesNoMore = 'Archived module cannot be updated'

/** Answers which of these plans belong to the project, and whether each takes items. They are locked until the items are in them. */
export async function plansTaking(
  { em, project }: Pick<ProjectContext, 'em' | 'project'>,
  table: 'cycles' | 'modules',
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map()
  // The dates of a module end nothing, so it takes items as a cycle without dates does.
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
      cycleTakesItems(
        { start_date: textOf(starts), end_date: textOf(ends), archived_at: textOf(archived_at) },
        now,
      ),
    ]),
  )
}
