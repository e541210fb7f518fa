import { externalIdFields } from '#common/platform/external-ids.ts'
import { pickDefinedFields } from '#common/work/work-items/fields.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { assertExternalIdAvailable } from '../../platform/db/external-ids.ts'
import { assertAllowedInTriage } from './in-triage.ts'
import type { ItemRow } from './item-row.ts'
import { lockEditableItems } from './lock-items.ts'
import {
  type ItemChange,
  type ItemChangeOptions,
  type PreparedPropertySetter,
  propertySetters,
} from './property-setters.ts'
import { lockItemOrder, respaceNeighborItems } from './spacing.ts'
import { lockItemTree } from './tree.ts'
import { type ItemPatch, writeItems } from './write-items.ts'

/**
 * Changes one or many items, each with its own change. Either all items are changed or none. Fields that a
 * change omits do not change. Returns the changed items, sorted by id.
 */
export async function changeItems(
  ctx: ProjectContext,
  changes: ReadonlyMap<string, ItemChange['change']>,
  options: ItemChangeOptions = {},
): Promise<ItemRow[]> {
  const changesTree = [...changes.values()].some(
    ({ parent_id, epic_id }) => parent_id !== undefined || epic_id !== undefined,
  )
  if (changesTree) await lockItemTree(ctx)
  const isReordering = [...changes.values()].some(({ sort_order }) => sort_order !== undefined)
  if (isReordering) await lockItemOrder(ctx.em, ctx.project.id)
  const rows = await lockEditableItems(ctx, [...changes.keys()])
  const items = rows.map((before) => ({ before, change: changes.get(before.id) ?? {} }))
  assertAllowedInTriage(ctx, items, options)
  const written = await writeItems(ctx, await prepareItemPatches(ctx, items, options))
  const reordered = written.filter(({ id }) => changes.get(id)?.sort_order !== undefined)
  return respaceMoved(ctx, written, reordered)
}

/** Returns the columns that the changes write to each item. Throws if a change breaks a rule. */
export async function prepareItemPatches(
  ctx: ProjectContext,
  items: readonly ItemChange[],
  options: ItemChangeOptions = {},
): Promise<{ before: ItemRow; patch: ItemPatch }[]> {
  const prepared: PreparedPropertySetter[] = []
  for (const setter of Object.values(propertySetters))
    prepared.push(await setter.prepare(ctx, items, options))
  for (const { before, change } of items)
    await assertExternalIdAvailable(ctx, { table: 'work_items', row: before, change })
  return items.map((item) => {
    const patch: ItemPatch = Object.assign(
      pickDefinedFields(externalIdFields, item.change),
      ...prepared.map((setter) => setter.set(item)),
    )
    const after = { ...item.before, ...patch }
    for (const setter of prepared) setter.check(item.before, after)
    return { before: item.before, patch }
  })
}

/**
 * Spreads the positions around the items in `reordered` where there is no room left. Returns all `rows` with their
 * new positions.
 */
async function respaceMoved(ctx: ProjectContext, rows: ItemRow[], reordered: ItemRow[]): Promise<ItemRow[]> {
  const moved = new Map<string, number>()
  for (const row of reordered) {
    if (moved.has(row.id)) continue
    for (const [id, sort_order] of await respaceNeighborItems(ctx.em, row)) moved.set(id, sort_order)
  }
  if (moved.size === 0) return rows
  return rows.map((row) => ({ ...row, sort_order: moved.get(row.id) ?? row.sort_order }))
}
