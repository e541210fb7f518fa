import { takesItems } from '#common/planning/modules/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

export const takesNoMore = 'Archived module cannot be updated'

/** Of these modules those of the project, and whether they take items; they stay as they are until the items are in them. */
export async function modulesTaking(
  { em, project }: Pick<ProjectContext, 'em' | 'project'>,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map()
  const rows = await query(em)
    .selectFrom('modules')
    .select(['id', 'archived_at'])
    .where('id', 'in', ids)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.id, takesItems(row)]))
}
