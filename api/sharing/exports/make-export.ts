import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntityManager } from '@mikro-orm/postgresql'
import { createClock } from '#common/platform/clock.ts'
import { csvByteOrderMark, toCsvLines } from '#common/platform/csv.ts'
import {
  exportDownloadPeriodMs,
  exportFileEnding,
  exportRetentionMs,
  exportTimeoutMs,
} from '#common/sharing/exports/rules.ts'
import { accessibleProjects } from '../../access/access.ts'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { type Orm, query } from '../../platform/db/orm.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { createZip, type ZippedFile } from '../../platform/zip.ts'
import { workspaceItemAccessScope } from '../../work/listing/listable.ts'
import { type Export, ExportEntity, exportStorageKey } from './entity.ts'
import {
  type ExportAccessContext,
  type ExportedComment,
  type ExportRow,
  exportColumns,
  readExportComments,
  readExportRows,
} from './rows.ts'
import { jiraCsv, linearCsv, noWidths, type TrackerItem, widen } from './tracker-csv.ts'
import { loadTrackerDetails, type TrackerDetails } from './tracker-details.ts'
import { createXlsx, type SheetColumn } from './xlsx.ts'

export interface ExportJobData {
  export_id: string
  initiated_by: string
  /** The user's time zone. It determines the days to which filters such as "last week" refer. */
  timezone: string
  week_starts_on: number
  /** The user's language. Jobs of earlier versions of the server do not contain it. */
  language?: string
}

/**
 * Creates the file of an export. It is written to a temporary file first, since the storage needs the length
 * before the upload.
 */
export const createExportFileJob: Job<ExportJobData> = {
  name: 'make-export',
  retries: 2,
  retryAfter: [30, 300],
  endsWithin: 3600,
  // Group the jobs by user, so that many exports of one user do not delay others.
  groupOf: ({ initiated_by }) => initiated_by,
  async run(data, ports, { isLast }) {
    const { orm } = ports
    const row = await orm.em.fork().findOne(ExportEntity, { id: data.export_id })
    if (row === null || row.status === 'completed') return
    await mark(orm, row, { status: 'processing' })
    try {
      const result = await make(row, data, ports)
      await mark(orm, row, {
        ...result,
        status: 'completed',
        expires_at: new Date(Date.now() + exportDownloadPeriodMs),
      })
    } catch (error) {
      await mark(orm, row, { status: isLast ? 'failed' : 'queued' })
      throw error
    }
  },
}

/** Publishes the progress to the user's clients. */
async function mark(orm: Orm, { id, initiated_by }: Export, patch: Partial<Export>): Promise<void> {
  await runInChangeBatch(orm.em, { actor_id: initiated_by, mutation_id: null }, async (em) => {
    const row = await em.findOne(ExportEntity, { id })
    if (row === null) return
    Object.assign(row, patch)
    await em.flush()
  })
}

/** Runs every hour. Removes exports that are older than eight days and marks abandoned exports as failed. */
export const removeExpiredExportsJob: Job = {
  name: 'remove-exports',
  cron: '50 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  async run(_, { orm, storage }) {
    const past = { created_at: { $lt: new Date(Date.now() - exportRetentionMs) } }
    const old = await orm.em.fork().find(ExportEntity, past, { fields: ['id'] })
    await storage.remove(old.map(({ id }) => exportStorageKey(id)))
    await runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
      for (const row of await em.find(ExportEntity, { id: { $in: old.map(({ id }) => id) } })) em.remove(row)
      const left = await em.find(ExportEntity, {
        status: { $in: ['queued', 'processing'] },
        created_at: { $lt: new Date(Date.now() - exportTimeoutMs) },
      })
      for (const row of left) row.status = 'failed'
      await em.flush()
    })
  },
}

async function make(row: Export, data: ExportJobData, { orm, storage }: JobPorts) {
  const reading = (): ExportAccessContext => ({
    em: orm.em.fork() as EntityManager,
    user: { id: row.initiated_by, language: data.language ?? 'en' },
    workspace: { id: row.workspace_id },
  })
  const before = await listFullyVisibleProjectIds(reading())
  // Read the access now, because users who lost access since the request must get nothing.
  const { project_ids } = await workspaceItemAccessScope(reading())
  const wanted = row.project_ids.filter((id) => project_ids.includes(id))
  const counted: Counted = { rows: 0, related: new Set() }
  const file = await unnamedFile()
  try {
    await file.writeFile(inPieces(bytesOf(row, wanted, data, reading, counted)))
    const { size } = await file.stat()
    await storage.put(exportStorageKey(row.id), file.createReadStream({ start: 0 }), size)
    // Include the projects that the user could read completely at the start or at the end, because access may
    // change while the rows are read in batches.
    const seen = new Set([...before, ...(await listFullyVisibleProjectIds(reading()))])
    // Include the projects of related items. If the user sees only their own items in such a project, the
    // export names only these items.
    const named = new Set([...wanted, ...counted.related])
    return { size, row_count: counted.rows, seen_whole: [...named].filter((id) => seen.has(id)) }
  } finally {
    await file.close()
  }
}

/** Joins small chunks into larger ones, because each chunk causes one write to the disk. */
async function* inPieces(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let size = 0
  for await (const part of parts) {
    buffered.push(part)
    size += part.length
    if (size < 65_536) continue
    yield Buffer.concat(buffered)
    ;[buffered, size] = [[], 0]
  }
  yield Buffer.concat(buffered)
}

/**
 * Opens a temporary file and deletes its name. The operating system then frees the disk space even if the
 * process is killed.
 */
async function unnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-export-'))
  try {
    return await open(join(folder, 'file'), 'wx+')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the projects in which the user sees all items, and not only their own. */
export async function listFullyVisibleProjectIds({
  em,
  user,
  workspace,
}: ExportAccessContext): Promise<string[]> {
  const projects = await accessibleProjects(em, user.id, workspace).execute()
  return projects.filter(({ sees_all }) => sees_all).map(({ project_id }) => project_id)
}

function bytesOf(
  row: Export,
  projectIds: string[],
  { timezone, week_starts_on }: ExportJobData,
  reading: () => ExportAccessContext,
  counted: Counted,
): AsyncGenerator<Uint8Array> {
  const { rich_filters, provider, multiple } = row
  async function* rowsOf(project_ids: string[]) {
    const wanted = { project_ids, rich_filters, clock: createClock(timezone, week_starts_on) }
    for await (const rows of readExportRows(reading, wanted)) {
      for (const one of rows) for (const id of one.related_project_ids) counted.related.add(id)
      yield rows
    }
  }
  async function* countedRowsOf(project_ids: string[]) {
    for await (const rows of rowsOf(project_ids)) {
      counted.rows += rows.length
      yield rows
    }
  }
  const fileOf = (project_ids: string[]) =>
    writers[provider]({
      rows: countedRowsOf(project_ids),
      again: () => rowsOf(project_ids),
      readComments: (rows) => readExportComments(reading, rows),
      readDetails: (rows, texts) => loadTrackerDetails(reading(), rows, texts),
      with_comments: row.with_comments,
      timezone,
    })
  async function* files(): AsyncGenerator<ZippedFile> {
    for (const id of projectIds) {
      const { identifier } = await query(reading().em)
        .selectFrom('projects')
        .select('identifier')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      yield { name: `${identifier}.${exportFileEnding(provider)}`, content: fileOf([id]) }
    }
  }
  return multiple ? createZip(files()) : fileOf(projectIds)
}

interface Counted {
  rows: number
  /** Ids of the projects that contain related items of the exported items. */
  related: Set<string>
}

interface Content {
  rows: AsyncIterable<ExportRow[]>
  /** Returns a new iterator over the same rows, because some formats read the rows twice. */
  again: () => AsyncIterable<ExportRow[]>
  readComments: (rows: ExportRow[]) => AsyncGenerator<ExportedComment>
  /** Loads the values that only the files for other programs contain. Texts are empty if `withTexts` is false. */
  readDetails: (rows: ExportRow[], withTexts: boolean) => Promise<Map<string, TrackerDetails>>
  with_comments: boolean
  /** IANA time zone of the user who requested the export. Excel workbooks show times in this zone. */
  timezone: string
}

const writers: Record<Export['provider'], (content: Content) => AsyncGenerator<Uint8Array>> = {
  async *csv({ rows: batches, readComments, with_comments }) {
    yield Buffer.from(
      csvByteOrderMark + toCsvLines([[...exportColumns, ...(with_comments ? ['comments'] : [])]]),
    )
    for await (const rows of batches)
      for await (const [row, comments] of rowsWithComments(rows, with_comments ? readComments(rows) : null)) {
        const texts = comments.map(({ author, created_at, text }) => `${author}, ${created_at}: ${text}`)
        const cells = exportColumns.map((column) => row[column] ?? '')
        yield Buffer.from(toCsvLines([[...cells, ...(with_comments ? [texts.join('\n')] : [])]]))
      }
  },
  async *json({ rows: batches, readComments }) {
    let isFirst = true
    yield Buffer.from('[')
    for await (const rows of batches)
      for await (const [row, comments] of rowsWithComments(rows, readComments(rows))) {
        const values = Object.fromEntries(exportColumns.map((name) => [name, row[name]]))
        const texts = comments.map(({ author, created_at, text }) => ({ author, created_at, text }))
        yield Buffer.from(`${isFirst ? '' : ','}\n${JSON.stringify({ ...values, comments: texts })}`)
        isFirst = false
      }
    yield Buffer.from('\n]\n')
  },
  xlsx: ({ rows, again, readComments, timezone }) =>
    createXlsx(
      [
        { name: 'Work items', columns: exportColumns.map(sheetColumn), batches: valuesOf(rows) },
        {
          name: 'Comments',
          columns: ['key', 'name', 'author', 'created_at', 'text'].map(sheetColumn),
          batches: commentValues(again, readComments),
        },
      ],
      timezone,
    ),
  // The headings depend on all items, so the first pass counts the values and the second pass writes them.
  async *jira(content) {
    const { again, rows, with_comments } = content
    let widths = noWidths
    for await (const item of trackerItems(again(), content, with_comments, false))
      widths = widen(widths, item)
    yield* jiraCsv(trackerItems(rows, content, with_comments, true), widths)
  },
  linear: (content) => linearCsv(trackerItems(content.rows, content, false, true)),
}

/** Yields the rows with their comments and the values that only the files for other programs contain. */
async function* trackerItems(
  batches: AsyncIterable<ExportRow[]>,
  { readComments, readDetails }: Content,
  withComments: boolean,
  withTexts: boolean,
): AsyncGenerator<TrackerItem> {
  for await (const rows of batches) {
    const found = await readDetails(rows, withTexts)
    for await (const [row, comments] of rowsWithComments(rows, withComments ? readComments(rows) : null)) {
      const details = found.get(row.id)
      if (details !== undefined) yield { row, details, comments }
    }
  }
}

function sheetColumn(name: string): SheetColumn {
  if (name.endsWith('_date')) return { name, kind: 'day' }
  return name.endsWith('_at') ? { name, kind: 'moment' } : { name }
}

/** Yields each row with its comments. The comments must arrive in the order of the rows. */
async function* rowsWithComments(
  rows: ExportRow[],
  commentStream: AsyncGenerator<ExportedComment> | null,
): AsyncGenerator<[ExportRow, ExportedComment[]]> {
  let next = await commentStream?.next()
  for (const row of rows) {
    const comments: ExportedComment[] = []
    while (next !== undefined && !next.done && next.value.issue_id === row.id) {
      comments.push(next.value)
      next = await commentStream?.next()
    }
    yield [row, comments]
  }
}

async function* valuesOf(batches: AsyncIterable<ExportRow[]>) {
  for await (const rows of batches) yield rows.map((row) => exportColumns.map((column) => row[column]))
}

async function* commentValues(again: Content['again'], readComments: Content['readComments']) {
  for await (const rows of again()) {
    const items = new Map(rows.map((row) => [row.id, row]))
    for await (const { issue_id, author, created_at, text } of readComments(rows)) {
      const item = items.get(issue_id)
      yield [[item?.key ?? null, item?.name ?? null, author, created_at, text]]
    }
  }
}
