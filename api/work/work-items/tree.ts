import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { forbidden } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Whoever moves items in the project's tree, or takes parts out of it, does so one after the other. Two moves that are right alone could make
 * a circle together, and a part could come below a whole that is on its way to the trash or the archive. Taken before any item is locked.
 */
export async function holdTree({ em, project }: ProjectContext): Promise<void> {
  await holdTrees(em, [project.id])
}

/** The same for several projects, in one order whoever asks. */
export async function holdTrees(em: EntityManager, projectIds: string[]): Promise<void> {
  await query(em)
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Ids of everything below these items, down to the last level, of which `also` holds of `child`. Who does not see all of it is refused:
 * they would move items of others without knowing, or tear the tree.
 */
export async function belowOf(
  ctx: ProjectContext,
  ids: string[],
  also: RawBuilder<unknown> = sql`true`,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; created_by: string | null }>`
    with recursive tree as (
      select id, deleted_at, created_by from work_items where id = any(${ids}::uuid[]) and project_id = ${ctx.project.id}
      union
      select child.id, child.deleted_at, child.created_by from work_items child join tree on child.parent_id = tree.id
      where child.project_id = ${ctx.project.id} and ${also}
    )
    select id, created_by from tree where id <> all(${ids}::uuid[])`.execute(query(ctx.em))
  if (!ctx.project.sees_all && rows.some((row) => row.created_by !== ctx.user.id))
    throw forbidden('There are work items below that you cannot see; ask somebody who does.')
  return rows.map((row) => row.id)
}

interface Above {
  id: string
  archived_at: Date | null
  state__group: string
  is_epic: boolean
}

/** The item and everything above it, up to the top; empty when the caller sees no such item in the project. */
export async function lineAbove(ctx: ProjectContext, id: string): Promise<Above[]> {
  const { rows } = await sql<Above>`
    with recursive line as (
      select id, parent_id, archived_at, state__group, is_epic from work_items
      where id = ${id} and project_id = ${ctx.project.id} and deleted_at is null
        and (${ctx.project.sees_all} or created_by = ${ctx.user.id})
      union
      select above.id, above.parent_id, above.archived_at, above.state__group, above.is_epic
      from work_items above join line on above.id = line.parent_id
    )
    select id, archived_at, state__group, is_epic from line`.execute(query(ctx.em))
  return rows
}
