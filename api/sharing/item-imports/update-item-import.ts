import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { importSourceName } from '#common/sharing/item-imports/format-names.ts'
import type { ItemImportProblem, ItemImportState } from '#common/sharing/item-imports/rules.ts'
import { createProjectImporterContext } from '../../pages/page-imports/importer-context.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { itemImportOrigin } from '../../platform/feed/import-origin.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { type ItemImport, ItemImportEntity, itemImportStorageKey } from './entity.ts'

/** Thrown to end a job. `problem` is null if the user stopped the import. */
export class ItemImportAborted extends Error {
  readonly problem: ItemImportProblem | null

  constructor(problem: ItemImportProblem | null) {
    super(problem ?? 'stopped')
    this.problem = problem
  }
}

/**
 * Locks the row of the import and calls `change` in one transaction. Throws `ItemImportAborted` if the row does not
 * exist any more or if its status is not one of `states`.
 */
export function updateItemImport<Result>(
  { orm }: JobPorts,
  { id, created_by, name, format }: Pick<ItemImport, 'id' | 'created_by' | 'name' | 'format'>,
  states: readonly ItemImportState[],
  change: (em: EntityManager, row: ItemImport) => Promise<Result>,
): Promise<Result> {
  return runInChangeBatch(
    orm.em,
    itemImportOrigin(created_by, id, importSourceName({ name, format })),
    async (em) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
      const row = await em.findOne(ItemImportEntity, { id }, lock)
      if (row === null || !states.includes(row.status)) throw new ItemImportAborted(null)
      const result = await change(em, row)
      await em.flush()
      return result
    },
  )
}

/**
 * Returns a context for the user who started the import. Throws `ItemImportAborted` if the user is no admin of the
 * project any more.
 */
export async function requireImporterContext(
  ports: JobPorts,
  em: EntityManager,
  row: ItemImport,
): Promise<ProjectContext> {
  const ctx = await createProjectImporterContext(ports, em, row, 'item-imports')
  if (ctx === null || !hasRoleAtLeast(ctx.project.role, role.admin)) throw new ItemImportAborted('no_access')
  return ctx
}

/** Sets the final status of an import, unless the import has already ended, and deletes the uploaded file. */
export async function endItemImport(
  ports: JobPorts,
  row: ItemImport,
  from: readonly ItemImportState[],
  to: { status: ItemImportState; problem: ItemImportProblem | null },
): Promise<void> {
  try {
    await updateItemImport(ports, row, from, async (_, locked) => void Object.assign(locked, to))
  } catch (error) {
    if (!(error instanceof ItemImportAborted)) throw error
  }
  await ports.storage.remove([itemImportStorageKey(row.id)])
}
