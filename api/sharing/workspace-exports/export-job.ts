import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { documentName } from '#common/documents/content/names.ts'
import {
  isWorkspaceExportRunning,
  type WorkspaceExportProblem,
  workspaceExportDownloadPeriodMs,
  workspaceExportRetentionMs,
  workspaceExportTimeoutMs,
} from '#common/sharing/workspace-exports/rules.ts'
import { type ExportReader, findExportReader } from '../../access/exported-rows.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency/concurrency-limiter.ts'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { type WorkspaceExport, WorkspaceExportEntity } from './entity.ts'
import type { ColumnsByTable } from './exported-rows-sql.ts'
import { createManifest } from './manifest.ts'
import { exportedTableNames } from './tables.ts'
import { createTar, type TarEntry, tarEnd, tarEntry } from './tar.ts'
import { type ExportedFiles, fileEntries, loadFileBatch } from './write-files.ts'
import { createPartWriter, type PartWriter, removeParts } from './write-parts.ts'
import { countExportedRows, loadColumns, withTableEntries } from './write-tables.ts'
import { countTexts, loadTextBatch, textEntries } from './write-texts.ts'

interface ExportWorkspace {
  export_id: string
  initiated_by: string
}

/** Number of texts, and of files, after which the progress is stored. */
const textsPerBatch = 100
const filesPerBatch = 100
const fileBytesPerBatch = 64 * 1024 * 1024
/**
 * Milliseconds after which the job ends and schedules another job for the rest. Short jobs can have a short time limit
 * (`endsWithin`), so that the export continues sooner after a process has crashed.
 */
const longestRunMs = 60_000
/** Milliseconds after which a long step checks whether the export was stopped. */
const checkIntervalMs = 2_000
/** Maximum number of seconds of one run of the job. */
const endsWithin = 900
/** Milliseconds after the end of an export in which the cleaner removes parts that its job has not removed. */
const cleanupPeriodMs = 2 * 86_400_000
/** Limits the number of exports at the same time, because each of them uses a database connection for long. */
const fewAtATime = createConcurrencyLimiter(1)

/** Thrown to end a job. `problem` is null if the user stopped the export or if another run has taken over. */
class ExportAborted extends Error {
  readonly problem: WorkspaceExportProblem | null

  constructor(problem: WorkspaceExportProblem | null) {
    super(problem ?? 'stopped')
    this.problem = problem
  }
}

/**
 * Writes the archive of a workspace or project as parts, which a download sends one after the other. Each batch stores
 * its parts and then the progress, so that a retry continues after the last finished batch.
 */
export const exportWorkspaceJob: Job<ExportWorkspace> = {
  name: 'export-workspace',
  retries: 3,
  retryAfter: [5, 60],
  endsWithin,
  groupOf: ({ initiated_by }) => initiated_by,
  async run({ export_id }, ports, { isLast }) {
    const row = await ports.orm.em.fork().findOne(WorkspaceExportEntity, { id: export_id })
    if (row === null) return
    try {
      if (!isWorkspaceExportRunning(row)) throw new ExportAborted(null)
      await fewAtATime(() => runExport(ports, row))
    } catch (error) {
      if (error instanceof ExportAborted) return void (await abort(ports, export_id, error.problem))
      if (isLast) await abort(ports, export_id, 'failed')
      throw error
    }
  },
}

interface ExportRun {
  ports: JobPorts
  row: WorkspaceExport
  run: number
  writer: PartWriter
  columns: ColumnsByTable
}

async function runExport(ports: JobPorts, first: WorkspaceExport): Promise<void> {
  const until = Date.now() + longestRunMs
  const row = await update(ports, first.id, null, async (_, locked) => {
    Object.assign(locked, { status: 'processing', runs: locked.runs + 1 })
  })
  const columns = await loadColumns(ports.orm.em.fork() as EntityManager)
  const writer = createPartWriter(ports.storage, row.id, row.runs)
  const run: ExportRun = { ports, row, run: row.runs, writer, columns }
  for (;;) {
    const step = exportSteps[run.row.progress.step]
    if (step === undefined) return
    await step(run, await requireReader(run))
    if (Date.now() > until && run.row.progress.step < exportSteps.length) {
      await update(ports, row.id, run.run, (em) => ports.enqueue(em, exportWorkspaceJob, jobData(row)))
      return
    }
  }
}

function jobData({ id, initiated_by }: WorkspaceExport): ExportWorkspace {
  return { export_id: id, initiated_by }
}

/** The access is loaded for each batch, so that an admin who loses their role during the export gets nothing more. */
async function requireReader({ ports, row }: ExportRun): Promise<ExportReader> {
  const em = ports.orm.em.fork() as EntityManager
  const reader = await findExportReader(em, row.initiated_by, row.workspace_id, row.project_id)
  if (reader === null) throw new ExportAborted('no_access')
  return reader
}

/** Each step writes one batch. The manifest is the last step, and its part becomes the first of the archive. */
const exportSteps = [exportTables, exportTexts, exportFiles, exportManifest]

async function exportTables(run: ExportRun, reader: ExportReader): Promise<void> {
  const { ports, row, columns } = run
  const rows: Record<string, number> = {}
  const check = createStopCheck(run)
  const counted = async (table: string, count: number) => {
    rows[table] = count
    await check()
  }
  const em = ports.orm.em.fork() as EntityManager
  const written = await withTableEntries(em, reader, counted, (entries) =>
    run.writer.write(createTar(checked(entries, check), row.created_at)),
  )
  const counting = ports.orm.em.fork() as EntityManager
  const texts = await countTexts(counting, reader, columns)
  const files = await countExportedRows(counting, reader, 'file_assets', columns)
  await store(run, written, (locked) => {
    locked.total = exportedTableNames.length + texts + files
    locked.done = exportedTableNames.length
    locked.progress.rows = rows
    locked.progress.step++
  })
}

async function exportTexts(run: ExportRun, reader: ExportReader): Promise<void> {
  const { ports, row, columns } = run
  const em = ports.orm.em.fork() as EntityManager
  const texts = await loadTextBatch(em, reader, columns, row.progress.after, textsPerBatch)
  const unreadable: string[] = []
  let count = 0
  const check = createStopCheck(run)
  async function* entries(): AsyncGenerator<TarEntry> {
    for (const text of texts) {
      await check()
      const { entries: own, isReadable } = await textEntries(em, reader, text)
      if (!isReadable) unreadable.push(documentName(text.kind, text.id))
      if (own.length > 0) count++
      yield* own
    }
  }
  const last = texts.at(-1)
  if (last === undefined) return finishStep(run)
  const written = await run.writer.write(createTar(entries(), row.created_at))
  await store(run, written, (locked) => {
    locked.done += texts.length
    locked.progress.texts += count
    locked.progress.unreadable_texts.push(...unreadable)
    locked.progress.after = documentName(last.kind, last.id)
  })
}

async function exportFiles(run: ExportRun, reader: ExportReader): Promise<void> {
  const { ports, row, columns } = run
  const em = ports.orm.em.fork() as EntityManager
  const ids = await loadFileBatch(em, reader, columns, row.progress.after, filesPerBatch)
  if (ids.length === 0) return finishStep(run)
  const files: ExportedFiles = { count: 0, bytes: 0, missing: [], last: null }
  const entries = fileEntries(ports.storage, ids, fileBytesPerBatch, files)
  const check = createStopCheck(run)
  const written = await run.writer.write(createTar(checked(entries, check), row.created_at))
  await store(run, written, (locked) => {
    locked.done += files.count + files.missing.length
    locked.progress.files += files.count
    locked.progress.file_bytes += files.bytes
    locked.progress.missing_files.push(...files.missing)
    locked.progress.after = files.last
  })
}

async function exportManifest(run: ExportRun, reader: ExportReader): Promise<void> {
  const { ports, row, columns, writer } = run
  const text = await createManifest(ports.orm.em.fork() as EntityManager, reader, row, columns)
  const start = await writer.write(createTar([tarEntry('manifest.json', text)], row.created_at))
  const end = await writer.write([tarEnd])
  await store(run, { parts: end.parts, size: start.size + end.size }, (locked) => {
    locked.progress.parts.unshift(...start.parts)
    locked.progress.step++
    locked.done = locked.total ?? locked.done
    locked.status = 'completed'
    locked.expires_at = new Date(Date.now() + workspaceExportDownloadPeriodMs)
  })
}

function finishStep(run: ExportRun): Promise<void> {
  return store(run, { parts: [], size: 0 }, (locked) => {
    locked.progress.step++
    locked.progress.after = null
  })
}

/** Stores the parts of a batch and the progress. */
async function store(
  run: ExportRun,
  { parts, size }: { parts: string[]; size: number },
  change: (row: WorkspaceExport) => void,
): Promise<void> {
  run.row = await update(run.ports, run.row.id, run.run, async (_, locked) => {
    // Replace the object, because the unit of work compares values of the type JSON by their identity.
    locked.progress = structuredClone(locked.progress)
    locked.progress.parts.push(...parts)
    locked.size += size
    change(locked)
  })
}

/** Returns a function that throws if the export was stopped. It queries the database at most every two seconds. */
function createStopCheck({ ports, row, run }: ExportRun): () => Promise<void> {
  let next = Date.now() + checkIntervalMs
  return async () => {
    if (Date.now() < next) return
    next = Date.now() + checkIntervalMs
    const now = await ports.orm.em.fork().findOne(WorkspaceExportEntity, { id: row.id })
    if (now === null || !isWorkspaceExportRunning(now) || now.runs !== run) throw new ExportAborted(null)
  }
}

async function* checked(
  entries: AsyncIterable<TarEntry>,
  check: () => Promise<void>,
): AsyncGenerator<TarEntry> {
  for await (const entry of entries) {
    await check()
    yield entry
  }
}

/** Locks and changes the row. Throws `ExportAborted` if the export has ended, or if another run has taken over. */
function update(
  { orm }: JobPorts,
  id: string,
  run: number | null,
  change: (em: EntityManager, row: WorkspaceExport) => Promise<void>,
): Promise<WorkspaceExport> {
  return runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
    const row = await em.findOne(WorkspaceExportEntity, { id }, lock)
    if (row === null || !isWorkspaceExportRunning(row) || (run !== null && row.runs !== run))
      throw new ExportAborted(null)
    await change(em, row)
    await em.flush()
    return row
  })
}

/** Ends an export without an archive. A run that another run has replaced changes nothing. */
async function abort(ports: JobPorts, id: string, problem: WorkspaceExportProblem | null): Promise<void> {
  const row = await runInChangeBatch(ports.orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    const locked = await em.findOne(WorkspaceExportEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (locked !== null && problem !== null && isWorkspaceExportRunning(locked))
      Object.assign(locked, { status: 'failed', problem })
    await em.flush()
    return locked
  })
  if (row !== null && !isWorkspaceExportRunning(row) && row.status !== 'completed')
    await removeParts(ports.storage, row)
}

/** Runs every hour. Deletes expired archives and old rows, and marks abandoned exports as failed. */
export const removeWorkspaceExportsJob: Job = {
  name: 'remove-workspace-exports',
  cron: '55 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  async run(_, ports) {
    const em = ports.orm.em.fork()
    const before = (age: number) => ({ $lt: new Date(Date.now() - age) })
    const abandoned = await em.find(WorkspaceExportEntity, {
      status: { $in: ['queued', 'processing'] },
      updated_at: before(workspaceExportTimeoutMs),
    })
    for (const { id } of abandoned) await abort(ports, id, 'failed')
    // The process of a job can be killed before the job has removed the parts. All runs of these exports have ended.
    const ended = await em.find(WorkspaceExportEntity, {
      status: { $in: ['stopped', 'failed'] },
      updated_at: { ...before(endsWithin * 1000), $gt: new Date(Date.now() - cleanupPeriodMs) },
    })
    for (const row of ended) await removeParts(ports.storage, row)
    for (const row of await em.find(WorkspaceExportEntity, { expires_at: { $lt: new Date() } }))
      await removeParts(ports.storage, row)
    for (const row of await em.find(WorkspaceExportEntity, {
      created_at: before(workspaceExportRetentionMs),
    })) {
      await removeParts(ports.storage, row)
      await runInChangeBatch(ports.orm.em, { actor_id: null, mutation_id: null }, async (writing) => {
        const old = await writing.findOne(WorkspaceExportEntity, { id: row.id })
        if (old !== null) writing.remove(old)
        await writing.flush()
      })
    }
  },
}
