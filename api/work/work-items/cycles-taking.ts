import { takesItems } from '#common/planning/cycles/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

export const takesNoMore = 'The Cycle has already been completed so no new issues can be added'

/** Of these cycles those of the project, and whether they take items; they stay as they are until the items are in them. */
export async function cyclesTaking(
  { em, project }: Pick<ProjectContext, 'em' | 'project'>,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map()
  const rows = await query(em)
    .selectFrom('cycles')
    .select(['id', 'start_date', 'end_date', 'archived_at'])
    .where('id', 'in', ids)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const now = Date.now()
  const dateOf = (date: Date | null) => date?.toISOString() ?? null
  return new Map(
    rows.map((row) => [
      row.id,
      takesItems(
        {
          start_date: dateOf(row.start_date),
          end_date: dateOf(row.end_date),
          archived_at: dateOf(row.archived_at),
        },
        now,
      ),
    ]),
  )
}
