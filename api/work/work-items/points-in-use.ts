import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/** Of these values those of the estimate that is on in the project; they stay until the items have them. */
export async function pointsInUse(
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
  // Asked once they are locked: whoever waited for another estimate to take the place of theirs would else be told of the one before.
  const on = await query(em)
    .selectFrom('projects')
    .select('estimate')
    .where('id', '=', project.id)
    .executeTakeFirst()
  return new Set(points.flatMap(({ id, estimate_id }) => (estimate_id === on?.estimate ? id : [])))
}
