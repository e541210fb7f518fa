import { sql } from 'kysely'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'

/**
 * Whoever moves items in the project's tree, or takes parts out of it, does so one after the other. Two moves that are right alone could make
 * a circle together, and a part could come below a whole that is on its way to the trash or the archive. Taken before any item is locked.
 */
export async function holdTree({ em, project }: ProjectContext): Promise<void> {
  await query(em).selectFrom('projects').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()
}

/** The item and everything above it, up to the top; empty when the caller sees no such item in the project. */
export async function lineAbove(
  ctx: ProjectContext,
  id: string,
): Promise<{ id: string; archived_at: Date | null }[]> {
  const { rows } = await sql<{ id: string; archived_at: Date | null }>`
    with recursive line as (
      select id, parent_id, archived_at from work_items
      where id = ${id} and project_id = ${ctx.project.id} and deleted_at is null
        and (${ctx.project.sees_all} or created_by = ${ctx.user.id})
      union
      select above.id, above.parent_id, above.archived_at
      from work_items above join line on above.id = line.parent_id
    )
    select id, archived_at from line`.execute(query(ctx.em))
  return rows
}
