import { setImmediate as othersFirst } from 'node:timers/promises'
import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import {
  type ImportProblem,
  importReportRetentionMs,
  importTimeoutMs,
  isImportRunning,
} from '#common/pages/page-imports/rules.ts'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { PageEntity } from '../pages/entity.ts'
import { importStorageKey, type PageImport, PageImportEntity, PageImportNoteEntity } from './entity.ts'
import { importPage } from './import-page.ts'
import { importWriteOrigin } from './importer-context.ts'
import { deriveImportRowId, type ImportPlan, planImport } from './plan-pages.ts'
import { type UnpackedImport, unpackImport } from './unpack.ts'
import { addImportNote, ImportAborted, updateImport } from './update-import.ts'
import { InvalidZip, ZipTooLarge } from './zip-files.ts'

interface ImportPages {
  import_id: string
  created_by: string
}

/**
 * Milliseconds after which the job ends and schedules another job for the remaining pages. Because the job is
 * short, `endsWithin` can be short too, so that the job is soon retried if its process dies.
 */
const longestRunMs = 60_000

/**
 * Job that creates the pages of an import. Each page is created in one transaction with its text and its
 * report entries. A retry finds existing pages by their ids, which are computed and not random, and creates
 * the missing ones.
 */
export const importPagesJob: Job<ImportPages> = {
  name: 'import-pages',
  retries: 3,
  retryAfter: [5, 60],
  endsWithin: 600,
  groupOf: ({ created_by }) => created_by,
  async run({ import_id }, ports, { isLast }) {
    const row = await ports.orm.em.fork().findOne(PageImportEntity, { id: import_id })
    // If the import has no row, its project or workspace was deleted. Remove the uploaded file, which is still
    // in the storage.
    if (row === null) return void (await removeImportFile(ports, import_id))
    try {
      if (isImportRunning(row)) await runImport(ports, row)
      else await removeImportFile(ports, import_id)
    } catch (error) {
      if (error instanceof ImportAborted) return void (await failImport(ports, row, error.problem))
      if (isLast) await failImport(ports, row, 'failed')
      throw error
    }
  },
}

async function runImport(ports: JobPorts, row: PageImport): Promise<void> {
  const unpacked = await unpackSent(ports, row)
  try {
    const levels = await depthOfParent(ports, row)
    const plan = planImport(row.id, unpacked.files, levels)
    if (plan.pages.length === 0) return void (await finishImport(ports, row, plan, unpacked, 'empty'))
    await markProcessing(ports, row, plan)
    const until = Date.now() + longestRunMs
    const known = await existingPageIds(ports, plan)
    const all = { plan, unpacked, address: await addressOfPages(ports, row) }
    for (const page of plan.pages) {
      if (known.has(page.id)) continue
      await importPage(ports, row, page, all)
      if (Date.now() > until) return void (await enqueueRest(ports, row))
    }
    await finishImport(ports, row, plan, unpacked, null)
  } finally {
    await unpacked.close()
  }
}

async function unpackSent(ports: JobPorts, { id, name }: PageImport): Promise<UnpackedImport> {
  const content = await ports.storage.get(importStorageKey(id))
  if (content === null) throw new ImportAborted('not_read')
  try {
    return await unpackImport(content, name)
  } catch (error) {
    if (error instanceof ZipTooLarge) throw new ImportAborted('too_much')
    if (error instanceof InvalidZip) throw new ImportAborted('not_read')
    throw error
  }
}

/** Returns the depth of the page below which the imported pages are created. */
async function depthOfParent({ orm }: JobPorts, { parent, workspace_id }: PageImport): Promise<number> {
  if (parent === null) return 0
  const rows = await query(orm.em.fork())
    .selectFrom('pages')
    .select(['id', 'parent'])
    .where('workspace_id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .execute()
  return pageIdsFromRoot(parent, new Map(rows.map((one) => [one.id, one]))).length
}

async function markProcessing(ports: JobPorts, row: PageImport, { pages }: ImportPlan): Promise<void> {
  await updateImport(ports, row, async (_, locked) => {
    Object.assign(locked, { status: 'processing', total: locked.total ?? pages.length })
  })
}

async function existingPageIds({ orm }: JobPorts, { pages }: ImportPlan): Promise<Set<string>> {
  const found = await orm.em
    .fork()
    .find(PageEntity, { id: { $in: pages.map((page) => page.id) } }, { fields: ['id'] })
  return new Set(found.map((page) => page.id))
}

async function enqueueRest(ports: JobPorts, row: PageImport): Promise<void> {
  await updateImport(ports, row, (em) =>
    ports.enqueue(em, importPagesJob, { import_id: row.id, created_by: row.created_by }),
  )
}

async function addressOfPages({ orm, config }: JobPorts, row: PageImport): Promise<string> {
  const { slug } = await query(orm.em.fork())
    .selectFrom('workspaces')
    .select('slug')
    .where('id', '=', row.workspace_id)
    .executeTakeFirstOrThrow()
  const place = row.project_id === null ? '' : `/projects/${row.project_id}`
  return `${config.appUrl}/${slug}${place}/pages`
}

/**
 * Ends an import, and reports the skipped files. The files that no page uses also count as skipped. They are
 * known only after the last page, because every page may use any of the files.
 */
async function finishImport(
  ports: JobPorts,
  row: PageImport,
  plan: ImportPlan,
  unpacked: UnpackedImport,
  problem: ImportProblem | null,
): Promise<void> {
  const shownInPages = await shownFiles(ports, row, plan)
  await updateImport(ports, row, async (em, locked) => {
    const unused = plan.shown
      .filter((file) => !shownInPages.has(file))
      .map((file) => ({ file, reason: 'unused' as const }))
    const all = [...unpacked.left_out, ...plan.left_out, ...unused]
    for (const left of all.slice(0, mostNoted)) addImportNote(em, row, { kind: 'left_out', ...left })
    const unnamed = { kind: 'cut' as const, file: row.name, reason: 'files' as const }
    if (all.length > mostNoted) addImportNote(em, row, { ...unnamed, text: String(all.length - mostNoted) })
    locked.left_out += all.length
    const finalProblem = problem ?? (locked.done === 0 ? 'empty' : null)
    Object.assign(locked, { status: finalProblem === null ? 'completed' : 'failed', problem: finalProblem })
  })
  await removeImportFile(ports, row.id)
}

/** Maximum number of skipped files that a report lists. Additional files are only counted. */
const mostNoted = 2000

/**
 * Returns the files that some page shows. There may be millions of pairs of pages and files, so the loop yields to
 * the event loop regularly.
 */
async function shownFiles({ orm }: JobPorts, row: PageImport, plan: ImportPlan): Promise<Set<string>> {
  const em = orm.em.fork()
  const files = await query(em)
    .selectFrom('file_assets')
    .select(['id', 'entity_identifier'])
    .where('workspace_id', '=', row.workspace_id)
    .where('entity_type', '=', 'PAGE_DESCRIPTION')
    .where(sql<boolean>`entity_identifier = any(${plan.pages.map((page) => page.id)}::uuid[])`)
    .execute()
  const lost = await em.find(PageImportNoteEntity, { import_id: row.id, kind: 'lost_picture' })
  const shown = new Set(lost.map((note) => note.text))
  const ofPages = Map.groupBy(files, (file) => file.entity_identifier)
  for (const [page, pageFiles] of ofPages) {
    const ids = new Set(pageFiles.map((file) => file.id))
    for (const [at, file] of plan.shown.entries()) {
      if (ids.size === 0) break
      if (at % pairsAtOnce === 0) await othersFirst()
      if (ids.delete(deriveImportRowId(row.id, `picture ${page} ${file}`))) shown.add(file)
    }
  }
  return shown
}

const pairsAtOnce = 500

async function failImport(ports: JobPorts, row: PageImport, problem: ImportProblem | null): Promise<void> {
  await runInChangeBatch(ports.orm.em, importWriteOrigin(row.created_by), async (em) => {
    const locked = await em.findOne(
      PageImportEntity,
      { id: row.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (locked === null || !isImportRunning(locked)) return
    Object.assign(locked, { status: 'failed', problem: problem ?? 'failed' })
    await em.flush()
  })
  await removeImportFile(ports, row.id)
}

async function removeImportFile({ storage }: JobPorts, id: string): Promise<void> {
  await storage.remove([importStorageKey(id)])
}

/** Hourly job: deletes reports after a month, and marks imports that no process continues as failed. */
export const removePageImportsJob: Job = {
  name: 'remove-page-imports',
  cron: '55 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  async run(_, ports) {
    const past = (milliseconds: number) => ({ $lt: new Date(Date.now() - milliseconds) })
    const going = { status: { $in: ['queued', 'processing'] as PageImport['status'][] } }
    const em = ports.orm.em.fork()
    for (const row of await em.find(PageImportEntity, { ...going, updated_at: past(importTimeoutMs) }))
      await failImport(ports, row, 'failed')
    await runInChangeBatch(ports.orm.em, { actor_id: null, mutation_id: null }, async (within) => {
      for (const row of await within.find(PageImportEntity, { created_at: past(importReportRetentionMs) }))
        within.remove(row)
      await within.flush()
    })
  },
}
