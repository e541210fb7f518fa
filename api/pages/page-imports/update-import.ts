import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { ImportNoteKind, ImportProblem, ImportSkipReason } from '#common/pages/page-imports/rules.ts'
import { isImportRunning } from '#common/pages/page-imports/rules.ts'
import { newId } from '#common/platform/ids.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { type PageImport, PageImportEntity, PageImportNoteEntity } from './entity.ts'
import { importWriteOrigin } from './importer-context.ts'

/** Thrown to end the import. `problem` is null if the user stopped it. */
export class ImportAborted extends Error {
  readonly problem: ImportProblem | null

  constructor(problem: ImportProblem | null) {
    super(problem ?? 'stopped')
    this.problem = problem
  }
}

/**
 * Locks the import's row and changes it in one transaction. Throws `ImportAborted` if the import is no longer
 * running.
 */
export async function updateImport<T>(
  { orm }: JobPorts,
  { id, created_by }: PageImport,
  change: (em: EntityManager, row: PageImport) => Promise<T>,
): Promise<T> {
  return runInChangeBatch(orm.em, importWriteOrigin(created_by), async (em) => {
    const row = await em.findOne(
      PageImportEntity,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    )
    if (row === null || !isImportRunning(row)) throw new ImportAborted(null)
    const done = await change(em, row)
    await em.flush()
    return done
  })
}

export interface ImportNote {
  kind: ImportNoteKind
  text?: string
  reason?: ImportSkipReason | null
}

export function addImportNote(
  em: EntityManager,
  { id }: PageImport,
  {
    kind,
    file,
    page_id = null,
    reason = null,
    text = '',
  }: ImportNote & { file: string; page_id?: string | null },
): void {
  const note = {
    id: newId(),
    import_id: id,
    kind,
    file: file.slice(0, 1000),
    page_id,
    reason,
    text: storable(text),
  }
  em.create(PageImportNoteEntity, note)
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, 500).toWellFormed()
}
