import type { ProjectContext } from '../../platform/context/context.ts'
import { refuseInTriage } from './in-triage.ts'
import type { ItemRow } from './item-row.ts'
import { lockEditable } from './lock-items.ts'
import { type Change, type ChangeOptions, type ItemChange, type ReadySetter, setters } from './properties.ts'
import { lockItemOrder, spaceAnew } from './spacing.ts'
import { holdTree } from './tree.ts'
import { type ItemPatch, writeItems } from './write-items.ts'

/**
 * Changes one item or many, to each its own, all of them or none; what a change leaves out stays as it is. Answers the items as they are
 * now, in the order of their ids.
 */
export async function changeItems(
  ctx: ProjectContext,
  changes: ReadonlyMap<string, Change>,
  way: ChangeOptions = {},
): Promise<ItemRow[]> {
  const isMoving = [...changes.values()].some(
    ({ parent_id, epic_id }) => parent_id !== undefined || epic_id !== undefined,
  )
  if (isMoving) await holdTree(ctx)
  const isPlacing = [...changes.values()].some(({ sort_order }) => sort_order !== undefined)
  if (isPlacing) await lockItemOrder(ctx.em, ctx.project.id)
  const rows = await lockEditable(ctx, [...changes.keys()])
  const items = rows.map((before) => ({ before, change: changes.get(before.id) ?? {} }))
  refuseInTriage(ctx, items, way)
  const written = await writeItems(ctx, await patchesFor(ctx, items, way))
  const placed = written.filter(({ id }) => changes.get(id)?.sort_order !== undefined)
  return withRoom(ctx, written, placed)
}

/** What these changes write of each item; refuses what breaks a rule. */
export async function patchesFor(
  ctx: ProjectContext,
  items: readonly ItemChange[],
  way: ChangeOptions = {},
): Promise<{ before: ItemRow; patch: ItemPatch }[]> {
  const ready: ReadySetter[] = []
  for (const setter of Object.values(setters)) ready.push(await setter.ready(ctx, items, way))
  return items.map((item) => {
    const patch: ItemPatch = Object.assign({}, ...ready.map((setter) => setter.set(item)))
    const after = { ...item.before, ...patch }
    for (const setter of ready) setter.check(item.before, after)
    return { before: item.before, patch }
  })
}

/** All of the rows, after those that were placed have room beside them. */
async function withRoom(ctx: ProjectContext, rows: ItemRow[], placed: ItemRow[]): Promise<ItemRow[]> {
  const moved = new Map<string, number>()
  for (const row of placed) {
    if (moved.has(row.id)) continue
    for (const [id, sort_order] of await spaceAnew(ctx.em, row)) moved.set(id, sort_order)
  }
  if (moved.size === 0) return rows
  return rows.map((row) => ({ ...row, sort_order: moved.get(row.id) ?? row.sort_order }))
}
