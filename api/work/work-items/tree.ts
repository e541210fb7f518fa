import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { forbidden } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Locks the tree of sub-items of the project. It must be called before any item is locked. Without this lock, two
 * simultaneous changes of parents could make an item its own ancestor, or an item could get a parent that is being
 * deleted or archived.
 */
export async function lockItemTree({ em, project }: ProjectContext): Promise<void> {
  await lockItemTrees(em, [project.id])
}

/** Locks the trees of several projects in order of their ids. */
export async function lockItemTrees(em: EntityManager, projectIds: string[]): Promise<void> {
  await query(em)
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Returns the ids of all descendants that match the condition `also`. Throws if the caller cannot see all
 * descendants, because the caller would otherwise change hidden items of other users.
 */
export async function loadDescendants(
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
    throw forbidden('Some sub-items are not visible to you. Ask someone who has access to them.')
  return rows.map((row) => row.id)
}

interface Ancestor {
  id: string
  archived_at: Date | null
  state__group: string
  is_epic: boolean
}

/** Returns the item and its ancestors. The result is empty if the caller cannot see the item. */
export async function loadItemAndAncestors(ctx: ProjectContext, id: string): Promise<Ancestor[]> {
  const { rows } = await sql<Ancestor>`
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
