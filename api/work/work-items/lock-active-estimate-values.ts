import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/** Returns the values that belong to the active estimate of the project, and locks these values. */
export async function lockActiveEstimateValues(
  { em, project }: { em: ProjectContext['em']; project: { id: string } },
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const points = await query(em)
    .selectFrom('estimate_points')
    .select(['id', 'estimate_id'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  // Read the estimate after the lock, because this transaction may have waited for one that switched the
  // estimate.
  const on = await query(em)
    .selectFrom('projects')
    .select('estimate')
    .where('id', '=', project.id)
    .executeTakeFirst()
  return new Set(points.flatMap(({ id, estimate_id }) => (estimate_id === on?.estimate ? id : [])))
}
