import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#common/platform/call.ts'
import { positionStep } from '#common/platform/positions.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { moveFiles } from '../../documents/files/move-files.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { emit } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { endOfState } from './create.ts'
import { itemsMoved } from './events.ts'
import { numbersFor } from './links.ts'
import { moveAlong } from './move-along.ts'
import { type PlannedMove, planMove } from './move-plan.ts'
import { spaceAnew } from './spacing.ts'
import { type ItemPatch, writeItems } from './write-items.ts'

type Calls = typeof workItemBulkCalls

/**
 * Moves items to another project with all that is below them, archived or in the trash as well: a part stays with its whole. There they have
 * new keys, under the old ones they are found further on, and they stand in the state and have the labels of the same name; people who are not in
 * that project leave them. What stays behind is kept, and an item that comes back has it again, its former key too.
 */
export async function moveWorkItems(
  ctx: ProjectContext,
  body: BodyOf<Calls['moveWorkItems']>,
): Promise<AnswerOf<Calls['moveWorkItems']>> {
  const { target, planned } = await planMove(ctx, body)
  const written = await writeItems(ctx, await placed(target, planned))
  for (const row of new Map(written.map((one) => [one.state_id, one])).values()) await spaceAnew(ctx.em, row)
  const ids = planned.map(({ before }) => before.id)
  await emit(ctx.em, itemsMoved, { ids, project_id: target.project.id })
  await moveAlong(ctx.em, ids, target.project.id)
  await moveFiles(ctx.em, ids, target.project.id)
  await keepFormerKeys(ctx, target, planned)
  const wanted = new Set(body.issue_ids)
  return written
    .filter(({ id }) => wanted.has(id))
    .map(({ id, project_id, sequence_id }) => ({ id, project_id, sequence_id }))
}

/** With their numbers, and behind what stands in each state. */
async function placed(
  target: ProjectContext,
  planned: PlannedMove[],
): Promise<(PlannedMove & { patch: ItemPatch })[]> {
  const numbers = await numbersFor(
    target.em,
    target.project.id,
    planned.map(({ number }) => number),
  )
  const places = new Map<string, number>()
  const rows: PlannedMove[] = []
  for (const [at, one] of planned.entries()) {
    const { state_id } = one.patch
    const place = places.get(state_id)
    const sort_order = place === undefined ? await endOfState(target, state_id) : place + positionStep
    places.set(state_id, sort_order)
    rows.push({ ...one, patch: { ...one.patch, sequence_id: numbers[at] ?? 0, sort_order } })
  }
  return rows
}

/** They are found by the keys that they had, but for the one that they have again. */
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
