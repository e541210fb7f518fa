import type { InferEntity } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { AppError } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { deleteAttachment } from '../../work/attachments/commands.ts'
import { itemCommentCommands } from '../../work/comments/commands.ts'
import { deleteLink } from '../../work/links/commands.ts'
import { changeItem } from '../../work/work-items/commands.ts'
import { lockItems } from '../../work/work-items/lock-items.ts'
import { trashItems } from '../../work/work-items/trash.ts'
import type { ItemImportResultEntity } from './entity.ts'
import { descriptionHash, readItemValues } from './item-values.ts'

type Result = InferEntity<typeof ItemImportResultEntity>

/**
 * Moves the created items to the trash. Sub-items that the import did not create move to the top level first. An
 * item stays if one of its sub-items cannot move.
 */
export async function trashCreated(ctx: ProjectContext, results: readonly Result[]): Promise<void> {
  const byItem = new Map(
    results.flatMap((one) => (one.item_id === null ? [] : [[one.item_id, one] as const])),
  )
  // An item that is not moved to the trash can itself be a sub-item of another created item, so repeat the search.
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const { id, parent_id, name } of await foreignChildren(ctx, [...byItem.keys()])) {
      const parent = byItem.get(parent_id ?? '')
      if (parent === undefined || (await changeOrNull(ctx, id, { parent_id: null })) !== null) continue
      note(parent, name)
      hasChanged = byItem.delete(parent_id ?? '')
    }
  }
  if (byItem.size > 0) await trashItems(ctx, [...byItem.keys()])
}

function foreignChildren({ em }: ProjectContext, ids: readonly string[]) {
  return query(em)
    .selectFrom('work_items')
    .select(['id', 'parent_id', 'name'])
    .where(sql<boolean>`parent_id = any(${ids}::uuid[])`)
    .where(sql<boolean>`id <> all(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Removes the comments, links and attachments that the import added to an existing item. Those that cannot be removed,
 * for example because somebody has deleted them, are skipped.
 */
export async function removeAdded(
  ctx: ProjectContext,
  { item_id, added }: Pick<Result, 'item_id' | 'added'>,
): Promise<void> {
  if (item_id === null) return
  const remove = async (ids: readonly string[] = [], removeOne: (id: string) => Promise<unknown>) => {
    for (const id of ids) await orNull(removeOne(id))
  }
  await remove(added.comments, (id) => itemCommentCommands.remove(ctx, item_id, id))
  await remove(added.links, (id) => deleteLink(ctx, item_id, id))
  await remove(added.files, (id) => deleteAttachment(ctx, item_id, id))
}

/**
 * Restores the values that the item had before the import. A value stays unchanged if somebody has changed it since
 * the import, or if its former value is rejected, for example because its state was deleted.
 */
export async function restoreValues(ctx: ProjectContext, result: Result): Promise<void> {
  const { item_id, before } = result
  if (item_id === null || before === null) return
  await lockItems(ctx, [item_id])
  const { change, imported, description_html } = before
  const withText = description_html !== undefined
  const current = await readItemValues(ctx, item_id, Object.keys(change), withText)
  const wanted = new Map(
    Object.entries(change).filter(([name]) => isEqual(current.change[name], imported.change[name])),
  )
  if (withText && descriptionHash(current) === imported.description_hash)
    wanted.set('description_html', description_html)
  const names = [...Object.keys(change), ...(withText ? ['description_html'] : [])]
  for (const name of names) if (!wanted.has(name)) note(result, name)
  if (wanted.size === 0 || (await changeOrNull(ctx, item_id, Object.fromEntries(wanted))) !== null) return
  for (const [name, value] of wanted)
    if ((await changeOrNull(ctx, item_id, { [name]: value })) === null) note(result, name)
}

/** Compares values as JSON, because the report stores them as JSON. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Changes a work item. Returns null if the change is rejected. */
async function changeOrNull(ctx: ProjectContext, id: string, change: Record<string, unknown>) {
  // The cast is safe, because an earlier call of `changeItem` accepted the same fields.
  return orNull(changeItem(ctx, id, change as Parameters<typeof changeItem>[2]))
}

/** Returns null if the command is rejected. */
async function orNull<Changed>(command: Promise<Changed>): Promise<Changed | null> {
  try {
    return await command
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function note(result: Result, text: string): void {
  result.notes = [...result.notes, { reason: 'not_restored', text }]
}
