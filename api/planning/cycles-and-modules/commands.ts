import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import {
  canDeleteCycleOrModule,
  canEditCyclesAndModules,
  cycleOrModuleLimit,
} from '#common/planning/cycles-and-modules/rules.ts'
import { AppError, forbidden, notFound } from '#common/platform/errors.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { lockItemsWhere } from '../../work/work-items/lock-items.ts'
import { updateItemsInBulk } from '../../work/work-items/update-items-in-bulk.ts'
import type {
  CycleOrModuleAnswer,
  CycleOrModuleDefinition,
  CycleOrModuleEntity,
  CycleOrModuleRow,
} from './definition.ts'
import { findCycleOrModule, getCycleOrModule, loadCycleOrModule } from './queries.ts'

export async function archiveCycleOrModule<Row extends CycleOrModuleRow, Entity extends CycleOrModuleEntity>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, Entity, CycleOrModuleAnswer>,
  id: string,
): Promise<{ archived_at: string | null }> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  const entity = await loadCycleOrModule(ctx, definition, id)
  if (!definition.canArchive(entity)) throw new AppError('invalid', definition.messages.cannotArchive)
  const { archived_at } = await saveCycleOrModule(ctx, definition, entity, {
    archived_at: entity.archived_at ?? new Date(),
  })
  return { archived_at }
}

export async function unarchiveCycleOrModule<
  Row extends CycleOrModuleRow,
  Entity extends CycleOrModuleEntity,
>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, Entity, CycleOrModuleAnswer>,
  id: string,
): Promise<undefined> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  await saveCycleOrModule(ctx, definition, await loadCycleOrModule(ctx, definition, id), {
    archived_at: null,
  })
}

/**
 * Deletes a cycle or module and removes its items from it. The cycle or module stores the ids of these items,
 * so that a restore can add the items again.
 */
export async function deleteCycleOrModule<Row extends CycleOrModuleRow, Entity extends CycleOrModuleEntity>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, Entity, unknown>,
  id: string,
): Promise<undefined> {
  allowDeleting(ctx, definition, await findCycleOrModule(ctx, definition, id))
  const { em, user } = ctx
  const where = definition.items.areIn(id)
  // Lock items before their cycle or module, as in every other write.
  await lockItemsWhere(em, where)
  await loadCycleOrModule(ctx, definition, id)
  const set = { ...definition.items.leave(id), updated_at: sql`now()`, updated_by: user.id }
  const left = await updateItemsInBulk(em, { set, where })
  const ids = left.map((item) => item.id)
  await query(em).updateTable(definition.table).set({ left_item_ids: ids }).where('id', '=', id).execute()
  const entity = await loadCycleOrModule(ctx, definition, id)
  Object.assign(entity, { deleted_at: new Date(), updated_by: user.id })
  await em.flush()
}

/**
 * Restores a deleted cycle or module. Adds its former items again, unless they are in another cycle or module now.
 * Does nothing if the cycle or module is not deleted. Throws `not_found` if its restore period is over.
 */
export async function restoreCycleOrModule<
  Row extends CycleOrModuleRow,
  Entity extends CycleOrModuleEntity,
  Answer extends CycleOrModuleAnswer,
>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, Entity, Answer>,
  id: string,
  check: (entity: Entity, timezone: string) => Promise<void>,
): Promise<Answer> {
  const { em, user, project } = ctx
  const timezone = await lockProjectForCyclesAndModules(ctx)
  const left = sql`select unnest(left_item_ids) from ${sql.table(definition.table)} where id = ${id}`
  await lockItemsWhere(em, sql`id in (${left})`)
  const entity = await loadCycleOrModule(ctx, definition, id, { trashed: true })
  allowDeleting(ctx, definition, entity)
  if (entity.deleted_at === null) return getCycleOrModule(ctx, definition, id)
  if (entity.deleted_at.getTime() < oldestRestorableDeletion(Date.now()))
    throw notFound(definition.messages.notFound)
  await firstCycleOrModulePosition(ctx, definition)
  await check(entity, timezone)
  Object.assign(entity, { deleted_at: null, updated_by: user.id })
  await em.flush()
  await updateItemsInBulk(em, {
    set: { ...definition.items.return(id), updated_at: sql`now()`, updated_by: user.id },
    where: sql`work_items.id in (${left}) and work_items.project_id = ${project.id}
      and not work_items.is_epic and ${definition.items.canReturn(id)}`,
  })
  await query(em).updateTable(definition.table).set({ left_item_ids: [] }).where('id', '=', id).execute()
  return finishCycleOrModuleChange(ctx, definition, entity)
}

export async function saveCycleOrModule<
  Row extends CycleOrModuleRow,
  Entity extends CycleOrModuleEntity,
  Answer extends CycleOrModuleAnswer,
>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, Entity, Answer>,
  entity: Entity,
  fields: Partial<NoInfer<Entity>> | Partial<CycleOrModuleEntity>,
): Promise<Answer> {
  Object.assign(entity, fields, { updated_by: ctx.user.id })
  await ctx.em.flush()
  return finishCycleOrModuleChange(ctx, definition, entity)
}

/**
 * Runs `definition.finish`, and returns the changed cycle or module. Every change must call this function at
 * its end.
 */
export async function finishCycleOrModuleChange<
  Row extends CycleOrModuleRow,
  Entity extends CycleOrModuleEntity,
  Answer extends CycleOrModuleAnswer,
>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, Entity, Answer>,
  entity: Entity,
): Promise<Answer> {
  await definition.finish(ctx.em, entity)
  return getCycleOrModule(ctx, definition, entity.id)
}

function allowDeleting<Row extends CycleOrModuleRow, Entity extends CycleOrModuleEntity>(
  ctx: ProjectContext,
  { messages, ownerOf }: CycleOrModuleDefinition<Row, Entity, unknown>,
  row: Row | Entity,
): void {
  if (!canDeleteCycleOrModule(projectActor(ctx), ownerOf(row))) throw forbidden(messages.cannotDelete)
}

/**
 * Locks the project, so that changes to the names, the dates and the number of its cycles and modules run one after
 * the other. Returns the project's time zone.
 */
export async function lockProjectForCyclesAndModules({
  em,
  project,
}: {
  em: EntityManager
  project: { id: string }
}): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('projects')
    .select('timezone')
    .where('id', '=', project.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return timezone
}

/** Returns the columns of a new cycle or module that clients do not send. */
export function newCycleOrModuleColumns(workspace_id: string, project_id: string, by: string | null) {
  return {
    workspace_id,
    project_id,
    archived_at: null,
    deleted_at: null,
    created_by: by,
    updated_by: by,
  }
}

/**
 * Returns the position before all other cycles or modules. Throws `invalid` if the project has the maximum
 * number. The caller must have locked the project.
 */
export async function firstCycleOrModulePosition(
  { em, project }: ProjectContext,
  { table, messages }: Pick<CycleOrModuleDefinition, 'table' | 'messages'>,
): Promise<number> {
  const { count, first } = await query(em)
    .selectFrom(table)
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.min('sort_order').as('first')])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= cycleOrModuleLimit) throw new AppError('invalid', messages.tooMany)
  return first === null ? firstPosition : first - cycleOrModulePositionStep
}

export const cycleOrModulePositionStep = 10_000
