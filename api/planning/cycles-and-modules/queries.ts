import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import type { ListingQuery, WorkItemListResponse } from '#common/work/listing/schema.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import {
  addFavoriteFlag,
  addFavoriteFlags,
  sortFavoritesFirst,
} from '../../organization/favorites/queries.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { projectItemAccessScope } from '../../work/listing/listable.ts'
import { listItemsInContext } from '../../work/listing/lists.ts'
import { loadCycleOrModuleCounts } from '../figures/figures.ts'
import type {
  CycleOrModuleAnswer,
  CycleOrModuleDefinition,
  CycleOrModuleEntity,
  CycleOrModuleRow,
} from './definition.ts'

/** Lists the cycles or modules of a project: either the archived ones or all others. */
export async function listCyclesOrModules<Row extends CycleOrModuleRow, Answer extends CycleOrModuleAnswer>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, Answer>,
  { archived = false, only = () => true }: { archived?: boolean; only?: (row: Row) => boolean } = {},
): Promise<Answer[]> {
  const rows = await inProject(ctx, definition)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .execute()
  return sortFavoritesFirst(
    ctx,
    definition.kind,
    await presentCyclesOrModules(ctx.em, definition, rows.filter(only)),
  )
}

/**
 * Lists the cycles or modules of all projects. Archived cycles and modules are included, because items show
 * their names.
 */
export async function listWorkspaceCyclesOrModules<
  Row extends CycleOrModuleRow,
  Answer extends CycleOrModuleAnswer,
>(
  ctx: WorkspaceContext,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, Answer>,
): Promise<Answer[]> {
  const rows = await selectRows(ctx.em, definition)
    .where('project_id', 'in', selectAccessibleProjectIds(ctx))
    .execute()
  return addFavoriteFlags(ctx, definition.kind, await presentCyclesOrModules(ctx.em, definition, rows))
}

export async function getCycleOrModule<Row extends CycleOrModuleRow, Answer extends CycleOrModuleAnswer>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, Answer>,
  id: string,
): Promise<Answer> {
  const [answer] = await presentCyclesOrModules(ctx.em, definition, [
    await findCycleOrModule(ctx, definition, id),
  ])
  if (answer === undefined) throw notFound(definition.messages.notFound)
  return addFavoriteFlag(ctx, definition.kind, answer)
}

/** Throws `not_found` if the cycle or module is not archived. */
export function requireArchivedCycleOrModule<Answer extends { archived_at: string | null }>(
  { messages }: Pick<CycleOrModuleDefinition, 'messages'>,
  answer: Answer,
): Answer {
  if (answer.archived_at === null) throw notFound(messages.notFound)
  return answer
}

export async function listCycleOrModuleWorkItems<Row extends CycleOrModuleRow>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, unknown>,
  id: string,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  await findCycleOrModule(ctx, definition, id)
  return listItemsInContext(
    ctx,
    projectItemAccessScope(ctx),
    listingContexts[definition.kind](ctx.project.id, id),
    sent,
  )
}

/** Reads a cycle or module without locking it. */
export async function findCycleOrModule<Row extends CycleOrModuleRow>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, unknown>,
  id: string,
): Promise<Row> {
  const [row] = await inProject(ctx, definition).where('id', '=', id).execute()
  if (row === undefined) throw notFound(definition.messages.notFound)
  return row
}

/** Loads and locks a cycle or module for a change. */
export async function loadCycleOrModule<Entity extends CycleOrModuleEntity>(
  { em, project }: ProjectContext,
  definition: CycleOrModuleDefinition<CycleOrModuleRow, Entity, unknown>,
  id: string,
  { trashed = false } = {},
): Promise<Entity> {
  const entity = await definition.lock(em, {
    id,
    project_id: project.id,
    ...(!trashed && { deleted_at: null }),
  })
  if (entity === null) throw notFound(definition.messages.notFound)
  return entity
}

/**
 * Adds the statistics and the other computed fields to each row. `is_favorite` is always false in the result, and
 * callers set it afterwards.
 */
export async function presentCyclesOrModules<Row extends CycleOrModuleRow, Answer>(
  em: EntityManager,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, Answer>,
  rows: Row[],
): Promise<Answer[]> {
  const open = rows.flatMap((row) => (definition.frozenCounts(row) === null ? [row.id] : []))
  const counts = await loadCycleOrModuleCounts(em, definition.kind, open)
  return rows.map((row) =>
    definition.answer(row, {
      ...(definition.frozenCounts(row) ?? counts(row.id)),
      workspace: row.workspace_id,
      project: row.project_id,
      is_favorite: false,
    }),
  )
}

function inProject<Row extends CycleOrModuleRow>(
  { em, project }: ProjectContext,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, unknown>,
) {
  return selectRows(em, definition).where('project_id', '=', project.id)
}

/** TypeScript does not know which columns `columns` contains, so a cast gives the rows their type. */
function selectRows<Row extends CycleOrModuleRow>(
  em: EntityManager,
  { table, columns }: CycleOrModuleDefinition<Row, CycleOrModuleEntity, unknown>,
) {
  return query(em)
    .selectFrom(table)
    .modifyFront(preparedStatementMarker)
    .select(columns.map((name) => sql.ref(name).as(name)))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<Row>()
}
