import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { getEpicIdForSubItems } from '#common/planning/epics/rules.ts'
import { newId } from '#common/platform/ids.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemRow } from './item-row.ts'
import { updateItemsInBulk } from './update-items-in-bulk.ts'

/** Returns the id of the epic for a new sub-item of the item `parentId`, or null. */
export async function loadEpicOfParent(em: EntityManager, parentId: string | null): Promise<string | null> {
  if (parentId === null) return null
  const parent = await query(em)
    .selectFrom('work_items')
    .select(['id', 'is_epic', 'epic_id'])
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow()
  return getEpicIdForSubItems(parent)
}

/**
 * Recomputes `epic_id` after items got another parent or their type changed, for the items and all of their
 * descendants. The caller has locked the tree of the project. Returns the items whose epic changed.
 */
export async function recomputeEpics(em: EntityManager, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const written = await updateItemsInBulk(em, {
    set: { epic_id: sql`settled.epic_id` },
    from: sql`(
      with recursive line as (
        select id as from_id, id, parent_id, is_epic from work_items where id = any(${ids}::uuid[])
        union
        select line.from_id, above.id, above.parent_id, above.is_epic from work_items above join line on above.id = line.parent_id
      ), top as (
        select from_id, case when is_epic and id <> from_id then id end as epic_id,
          case when is_epic then id end as below_id
        from line where parent_id is null
      ), tree as (
        select from_id as id, epic_id, below_id from top
        union
        select child.id, tree.below_id, tree.below_id from work_items child join tree on child.parent_id = tree.id
      )
      select id, epic_id from tree
    ) settled`,
    where: sql`work_items.id = settled.id and work_items.epic_id is distinct from settled.epic_id`,
  })
  return new Map(written.map(({ id, epic_id }) => [id, epic_id]))
}

/** Returns the columns that make an item an epic. */
export async function epicColumns({
  em,
  workspace,
  user,
}: ProjectContext): Promise<Pick<ItemRow, 'is_epic' | 'type_id'>> {
  return { is_epic: true, type_id: await getOrCreateEpicTypeId(em, workspace.id, user.id) }
}

/** Returns whether a type of the workspace is the type of epics. */
export async function isEpicType(em: EntityManager, typeId: string | null): Promise<boolean> {
  if (typeId === null) return false
  const type = await query(em)
    .selectFrom('work_item_types')
    .select('is_epic')
    .where('id', '=', typeId)
    .executeTakeFirst()
  return type?.is_epic ?? false
}

/** Returns the id of the epic type. It is created when a workspace first needs it. */
export async function getOrCreateEpicTypeId(
  em: EntityManager,
  workspaceId: string,
  by: string,
): Promise<string> {
  const find = () =>
    query(em)
      .selectFrom('work_item_types')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('is_epic', '=', true)
      .where('deleted_at', 'is', null)
  const known = await find().executeTakeFirst()
  if (known !== undefined) return known.id
  await sql`
    insert into work_item_types (id, workspace_id, name, is_epic, level, created_by, updated_by)
    values (${newId()}, ${workspaceId}, 'Epic', true, 1, ${by}, ${by})
    on conflict do nothing`.execute(query(em))
  // Read again, because another transaction may have created the type at the same time.
  return (await find().executeTakeFirstOrThrow()).id
}
