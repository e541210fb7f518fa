import { sql } from 'kysely'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { positionStep } from '#common/platform/positions.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { moveFiles } from '../../documents/files/move-files.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { lastPositionInState } from './create.ts'
import { itemsMoved } from './events.ts'
import { assignItemNumbers } from './labels-and-numbers.ts'
import { moveDependentRows } from './move-dependent-rows.ts'
import { type PlannedMove, planItemMove } from './move-plan.ts'
import { respaceNeighborItems } from './spacing.ts'
import { type ItemPatch, writeItems } from './write-items.ts'

type Calls = typeof workItemBulkCalls

/**
 * Moves items and all of their descendants, including archived and deleted ones, to another project. The
 * items get new keys, and the old keys still lead to them. States and labels are matched by name, and users
 * without access to the target are removed. Lost values are stored, and an item gets them back when it
 * returns.
 */
export async function moveWorkItems(
  ctx: ProjectContext,
  body: BodyOf<Calls['moveWorkItems']>,
): Promise<ResponseOf<Calls['moveWorkItems']>> {
  const { target, planned } = await planItemMove(ctx, body)
  const written = await writeItems(ctx, await withPositions(target, planned))
  for (const row of new Map(written.map((one) => [one.state_id, one])).values())
    await respaceNeighborItems(ctx.em, row)
  const ids = planned.map(({ before }) => before.id)
  await emitEvent(ctx.em, itemsMoved, { ids, project_id: target.project.id })
  await moveDependentRows(ctx.em, ids, target.project.id)
  await moveFiles(ctx.em, ids, target.project.id)
  await keepFormerKeys(ctx, target, planned)
  const wanted = new Set(body.issue_ids)
  return written
    .filter(({ id }) => wanted.has(id))
    .map(({ id, project_id, sequence_id }) => ({ id, project_id, sequence_id }))
}

/** Adds new numbers and positions to moved items. The positions are at the end of each state. */
async function withPositions(
  target: ProjectContext,
  planned: PlannedMove[],
): Promise<(PlannedMove & { patch: ItemPatch })[]> {
  const numbers = await assignItemNumbers(
    target.em,
    target.project.id,
    planned.map(({ number }) => number),
  )
  const positions = new Map<string, number>()
  const rows: PlannedMove[] = []
  for (const [at, one] of planned.entries()) {
    const { state_id } = one.patch
    const lastPosition = positions.get(state_id)
    const sort_order =
      lastPosition === undefined ? await lastPositionInState(target, state_id) : lastPosition + positionStep
    positions.set(state_id, sort_order)
    rows.push({ ...one, patch: { ...one.patch, sequence_id: numbers[at] ?? 0, sort_order } })
  }
  return rows
}

/** Stores the former keys of moved items, so that old links still lead to them. */
async function keepFormerKeys({ em, project }: ProjectContext, target: ProjectContext, moved: PlannedMove[]) {
  const ids = moved.map(({ before }) => before.id)
  await query(em)
    .deleteFrom('former_work_item_keys')
    .where('project_id', '=', target.project.id)
    .where(sql<boolean>`work_item_id = any(${ids}::uuid[])`)
    .execute()
  const rows = moved.map(({ before, left_behind }) => ({
    work_item_id: before.id,
    sequence_id: before.sequence_id,
    left_behind,
  }))
  await sql`
    insert into former_work_item_keys (project_id, sequence_id, work_item_id, moved_at, left_behind)
    select ${project.id}::uuid, sequence_id, work_item_id, now(), left_behind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(work_item_id uuid, sequence_id integer, left_behind jsonb)`.execute(
    query(em),
  )
}
