import type { EntityManager, InferEntity } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { AppError } from '#common/platform/errors.ts'
import type { ItemImportState } from '#common/sharing/item-imports/rules.ts'
import { cycleDefinition } from '../../planning/cycles/definition.ts'
import { deleteCycleOrModule } from '../../planning/cycles-and-modules/commands.ts'
import { moduleDefinition } from '../../planning/modules/definition.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { deleteLabel } from '../../work/labels/delete.ts'
import { deleteState } from '../../work/states/delete.ts'
import { WorkItemEntity } from '../../work/work-items/entity.ts'
import { type CreatedValues, type ItemImport, ItemImportEntity, ItemImportResultEntity } from './entity.ts'
import { removeAdded, restoreValues, trashCreated } from './undo-row.ts'
import {
  endItemImport,
  ItemImportAborted,
  requireImporterContext,
  updateItemImport,
} from './update-item-import.ts'

interface UndoImport {
  import_id: string
  created_by: string
}

const undoing: readonly ItemImportState[] = ['undoing']
/** Maximum number of rows in one transaction. */
const batchSize = 50
/** Maximum number of comments, links and attachments that one transaction removes. */
const mostRemoved = 25

/**
 * Undoes an import from its last row to its first. Each transaction decreases the number of finished rows, so that
 * a retry continues where the previous run ended.
 */
export const undoItemImportJob: Job<UndoImport> = {
  name: 'undo-item-import',
  retries: 3,
  retryAfter: [5, 60],
  endsWithin: 3600,
  groupOf: ({ created_by }) => created_by,
  async run({ import_id }, ports, { isLast }) {
    const row = await ports.orm.em.fork().findOne(ItemImportEntity, { id: import_id })
    if (row?.status !== 'undoing') return
    try {
      while ((await undoBatch(ports, row)) > 0);
      await removeCreatedValues(ports, row)
      await endItemImport(ports, row, undoing, { status: 'undone', problem: null })
    } catch (error) {
      const isRefused = error instanceof ItemImportAborted || error instanceof AppError
      if (isRefused || isLast)
        await endItemImport(ports, row, undoing, { status: 'failed', problem: problemOf(error) })
      if (!isRefused) throw error
    }
  },
}

function problemOf(error: unknown) {
  return error instanceof ItemImportAborted && error.problem !== null ? error.problem : 'failed'
}

/** Undoes the last imported rows in one transaction. Returns the number of rows that are still imported. */
async function undoBatch(ports: JobPorts, row: ItemImport): Promise<number> {
  const cleared = await removeManyAdded(ports, row)
  return updateItemImport(ports, row, undoing, async (em, locked) => {
    const ctx = await requireImporterContext(ports, em, locked)
    const results = await lastResults(em, locked, cleared)
    const present = await presentItems(ctx, results)
    const still = results.filter(({ item_id }) => item_id !== null && present.has(item_id))
    await trashCreated(
      ctx,
      still.filter(({ outcome }) => outcome === 'created'),
    )
    for (const result of still)
      if (result.outcome !== 'created') {
        if (result.position !== cleared) await removeAdded(ctx, result)
        await restoreValues(ctx, result)
      }
    await forgetHashes(ctx, results)
    locked.done = results.at(-1)?.position ?? 0
    return locked.done
  })
}

/**
 * Returns the results of the last rows, as many as one transaction undoes. `cleared` is the position of a row of which
 * earlier transactions have removed what the import added.
 */
async function lastResults(em: EntityManager, { id, done }: ItemImport, cleared: number | null) {
  const results = await em.find(
    ItemImportResultEntity,
    { import_id: id, position: { $gte: done - batchSize, $lt: done } },
    { orderBy: { position: 'desc' } },
  )
  let removed = 0
  const end = results.findIndex((result, at) => {
    removed += result.position === cleared ? 0 : countAdded(result)
    return at > 0 && removed > mostRemoved
  })
  return end === -1 ? results : results.slice(0, end)
}

/**
 * If the last row added more rows than one transaction removes, removes them in several transactions. Returns the
 * position of the row in this case. A retry removes them again, which changes nothing.
 */
async function removeManyAdded(ports: JobPorts, { id }: ItemImport): Promise<number | null> {
  const em = ports.orm.em.fork()
  const row = await em.findOneOrFail(ItemImportEntity, { id })
  const result = await em.findOne(ItemImportResultEntity, { import_id: id, position: row.done - 1 })
  if (result === null || result.item_id === null || countAdded(result) <= mostRemoved) return null
  const { item_id, added, position } = result
  for (const kind of ['comments', 'links', 'files'] as const)
    for (let from = 0; from < (added[kind] ?? []).length; from += mostRemoved)
      await updateItemImport(ports, row, undoing, async (inner, locked) => {
        const ctx = await requireImporterContext(ports, inner, locked)
        const present = await presentItems(ctx, [result])
        if (!present.has(item_id)) return
        await removeAdded(ctx, { item_id, added: { [kind]: added[kind]?.slice(from, from + mostRemoved) } })
      })
  return position
}

function countAdded({ outcome, added }: Result): number {
  if (outcome === 'created') return 0
  return Object.values(added).reduce((sum, ids) => sum + ids.length, 0)
}

type Result = InferEntity<typeof ItemImportResultEntity>

/** Returns the ids of the items that are still in the project, and neither archived nor in the trash. */
async function presentItems({ em, project }: ProjectContext, results: Result[]): Promise<Set<string>> {
  const items = await em.find(
    WorkItemEntity,
    {
      id: { $in: results.flatMap(({ item_id }) => item_id ?? []) },
      project_id: project.id,
      ...{ deleted_at: null, archived_at: null },
    },
    { fields: ['id'] },
  )
  return new Set(items.map(({ id }) => id))
}

/** Removes the stored hashes of updated items, so that the next import of the same file updates these items again. */
async function forgetHashes({ em, project }: ProjectContext, results: Result[]): Promise<void> {
  const ids = results.flatMap(({ item_id, outcome }) =>
    outcome === 'updated' && item_id !== null ? [item_id] : [],
  )
  await query(em)
    .updateTable('imported_items')
    .set({ hash: null })
    .where('project_id', '=', project.id)
    .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
    .execute()
}

/** Deletes the states, labels, cycles and modules that the import created and that no item has any more. */
async function removeCreatedValues(ports: JobPorts, row: ItemImport): Promise<void> {
  const { created_values } = row
  for (const kind of ['labels', 'cycles', 'modules', 'states'] as const)
    for (const id of created_values[kind] ?? []) {
      await updateItemImport(ports, row, undoing, async (em, locked) => {
        const ctx = await requireImporterContext(ports, em, locked)
        if (!(await isUsed(ctx, kind, id))) await removers[kind](ctx, id)
      }).catch((error: unknown) => {
        // Continue with the next value: somebody may have deleted this value already, or made the state the default
        // state, which cannot be deleted.
        if (!(error instanceof AppError)) throw error
      })
    }
}

const removers: Record<keyof CreatedValues, (ctx: ProjectContext, id: string) => Promise<unknown>> = {
  states: (ctx, id) => deleteState(ctx, id, {}),
  labels: (ctx, id) => deleteLabel(ctx, id),
  cycles: (ctx, id) => deleteCycleOrModule(ctx, cycleDefinition, id),
  modules: (ctx, id) => deleteCycleOrModule(ctx, moduleDefinition, id),
}

async function isUsed(
  { em, project }: ProjectContext,
  kind: keyof CreatedValues,
  id: string,
): Promise<boolean> {
  const carries = {
    states: sql<boolean>`state_id = ${id}`,
    labels: sql<boolean>`${id} = any(label_ids)`,
    cycles: sql<boolean>`cycle_id = ${id}`,
    modules: sql<boolean>`${id} = any(module_ids)`,
  }
  const found = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where(carries[kind])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
