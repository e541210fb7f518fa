import { sql } from 'kysely'
import type { cycleCalls } from '#common/planning/cycles/calls.ts'
import { canDeleteCycle, canKeepCycles, cyclesLimit } from '#common/planning/cycles/rules.ts'
import type { CycleAnswer } from '#common/planning/cycles/schema.ts'
import type { AnswerOf, BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { trashBegins } from '#common/work/work-items/rules.ts'
import { actorOf, allow } from '../../access/actor.ts'
import { timezoneOf } from '../../organization/projects/timezone.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { inOrderOf, makeRoom } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { lockWhere } from '../../work/work-items/lock-items.ts'
import { rewriteItems } from '../../work/work-items/rewrite-items.ts'
import { correctEnd } from './correct-end.ts'
import { daysOf, holdDays, isTaken, momentsFor, statusOf, taken } from './dates.ts'
import { canReopen, checkReopening, completed, saveDays } from './ends.ts'
import { CycleEntity } from './entity.ts'
import { lockMovedOn } from './items.ts'
import { findCycle, getCycle, loadCycle } from './queries.ts'
import { save, settled } from './save.ts'

type Calls = typeof cycleCalls

export async function createCycle(
  ctx: ProjectContext,
  { id = newId(), name, start_date, end_date, ...input }: BodyOf<Calls['createCycle']>,
): Promise<CycleAnswer> {
  allow(canKeepCycles(actorOf(ctx)))
  const { em, user, workspace, project } = ctx
  const timezone = await holdDays(ctx)
  const { first } = await roomForOne(ctx)
  const moments = await momentsFor(ctx, timezone, null, { start_date, end_date })
  const cycle = em.create(CycleEntity, {
    ...moments,
    id,
    workspace_id: workspace.id,
    project_id: project.id,
    name,
    description: input.description ?? '',
    owned_by_id: user.id,
    logo_props: input.logo_props ?? {},
    sort_order: input.sort_order ?? (first === null ? firstPosition : first - stepBefore),
    progress_snapshot: null,
    archived_at: null,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  return settled(ctx, cycle)
}

/** Whether the days are free, as somebody types them. */
export async function checkCycleDays(
  ctx: ProjectContext,
  { cycle_id, ...sent }: BodyOf<Calls['checkCycleDays']>,
): Promise<AnswerOf<Calls['checkCycleDays']>> {
  const timezone = await timezoneOf(ctx)
  const days = daysOf(sent, timezone)
  const isFree = days === null || !(await isTaken(ctx, timezone, days, cycle_id ?? undefined))
  return isFree ? { status: true } : { error: taken, status: false }
}

export async function updateCycle(
  ctx: ProjectContext,
  id: string,
  { start_date, end_date, ...input }: BodyOf<Calls['updateCycle']>,
): Promise<CycleAnswer> {
  allow(canKeepCycles(actorOf(ctx)))
  const isDated = start_date !== undefined || end_date !== undefined
  const isPlaced = input.sort_order !== undefined
  const timezone = isDated || isPlaced ? await holdDays(ctx) : ''
  if (isDated) await lockMovedOn(ctx.em, id)
  const cycle = await loadCycle(ctx, id)
  if (cycle.archived_at !== null) throw new AppError('invalid', 'Archived cycle cannot be updated')
  const isMoreThanMoved = isDated || Object.keys(input).some((name) => name !== 'sort_order')
  const wasCompleted = statusOf(cycle) === 'COMPLETED'
  if (isMoreThanMoved && wasCompleted && !(isDated && (await canReopen(ctx, id))))
    throw new AppError('invalid', completed)
  const moments = isDated ? await momentsFor(ctx, timezone, cycle, { start_date, end_date }) : cycle
  if (isDated && wasCompleted) {
    const change = statusOf(moments) === 'COMPLETED' ? correctEnd : checkReopening
    await change(ctx, cycle, input, moments)
  }
  ctx.em.assign(cycle, input)
  if (isPlaced) {
    const all = await ctx.em.find(CycleEntity, { project_id: ctx.project.id, deleted_at: null })
    makeRoom(inOrderOf(all, 'sort_order'), cycle, 'sort_order')
  }
  return saveDays(ctx, cycle, moments)
}

export async function archiveCycle(
  ctx: ProjectContext,
  id: string,
): Promise<AnswerOf<Calls['archiveCycle']>> {
  allow(canKeepCycles(actorOf(ctx)))
  const cycle = await loadCycle(ctx, id)
  if (statusOf(cycle) !== 'COMPLETED') throw new AppError('invalid', 'Only completed cycles can be archived')
  const { archived_at } = await save(ctx, cycle, { archived_at: cycle.archived_at ?? new Date() })
  return { archived_at }
}

export async function unarchiveCycle(ctx: ProjectContext, id: string): Promise<undefined> {
  allow(canKeepCycles(actorOf(ctx)))
  await save(ctx, await loadCycle(ctx, id), { archived_at: null })
}

/** Its items stay where they are and leave it; which they were is remembered for when it comes back. */
export async function deleteCycle(ctx: ProjectContext, id: string): Promise<undefined> {
  allowDeleting(ctx, await findCycle(ctx, id))
  const { em, user } = ctx
  // Items are locked before their cycle, as by whoever changes them.
  await lockWhere(em, sql`work_items.cycle_id = ${id}`)
  await loadCycle(ctx, id)
  const left = await rewriteItems(em, {
    set: { cycle_id: null, updated_at: sql`now()`, updated_by: user.id },
    where: sql`work_items.cycle_id = ${id}`,
  })
  await query(em)
    .updateTable('cycles')
    .set({ left_item_ids: left.map((item) => item.id) })
    .where('id', '=', id)
    .execute()
  const cycle = await loadCycle(ctx, id)
  em.assign(cycle, { deleted_at: new Date(), updated_by: user.id })
  await em.flush()
}

/** With the items that it had, but for those that are in another or have become epics since. Restoring one that is not deleted changes nothing. */
export async function restoreCycle(ctx: ProjectContext, id: string): Promise<CycleAnswer> {
  const { em, user, project } = ctx
  const timezone = await holdDays(ctx)
  await lockWhere(em, sql`id in (select unnest(left_item_ids) from cycles where id = ${id})`)
  const cycle = await loadCycle(ctx, id, { trashed: true })
  allowDeleting(ctx, cycle)
  if (cycle.deleted_at === null) return getCycle(ctx, id)
  if (cycle.deleted_at.getTime() < trashBegins(Date.now())) throw notFound('Cycle not found')
  await roomForOne(ctx)
  const days = daysOf(
    { start_date: cycle.start_date?.toISOString() ?? null, end_date: cycle.end_date?.toISOString() ?? null },
    timezone,
  )
  if (days !== null && (await isTaken(ctx, timezone, days, id))) throw new AppError('conflict', taken)
  em.assign(cycle, { deleted_at: null, updated_by: user.id })
  await em.flush()
  await rewriteItems(em, {
    set: { cycle_id: id, updated_at: sql`now()`, updated_by: user.id },
    where: sql`work_items.id in (select unnest(left_item_ids) from cycles where id = ${id})
      and work_items.cycle_id is null and not work_items.is_epic and work_items.project_id = ${project.id}`,
  })
  await query(em).updateTable('cycles').set({ left_item_ids: [] }).where('id', '=', id).execute()
  return settled(ctx, cycle)
}

function allowDeleting(ctx: ProjectContext, cycle: { owned_by_id: string | null }): void {
  if (!canDeleteCycle(actorOf(ctx), cycle)) throw forbidden('Only admin or owner can delete the cycle')
}

/** Refuses when there are as many as there may be, and says where the first of them stands: new ones come before it. The project is locked. */
async function roomForOne({ em, project }: ProjectContext): Promise<{ first: number | null }> {
  const { count, first } = await query(em)
    .selectFrom('cycles')
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.min('sort_order').as('first')])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= cyclesLimit)
    throw new AppError('invalid', `A project has at most ${cyclesLimit} cycles.`)
  return { first }
}

const stepBefore = 10_000
