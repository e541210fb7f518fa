import { maxPageNameLength } from '#common/documents/content/title.ts'
import type { ImportSkipReason } from '#common/pages/page-imports/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { emojiLogo } from '#common/platform/logo.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import type { ParsedFile } from '../../documents/content/parse-imported-file.ts'
import { parseFileInThread } from '../../documents/content/thread-pool.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { createPage } from '../pages/commands.ts'
import type { PageContext } from '../pages/container.ts'
import { PageEntity } from '../pages/entity.ts'
import { positionBeforeSiblings } from '../pages/tree.ts'
import { decodeTextFile } from './decode.ts'
import { type PageImport, PageImportNoteEntity } from './entity.ts'
import { importPageFiles, insertFileDetails } from './import-files.ts'
import { createImporterContext } from './importer-context.ts'
import {
  deriveImportRowId,
  extractNotionId,
  getTextFileKind,
  type ImportPlan,
  type PlannedPage,
} from './plan-pages.ts'
import { type UnpackedImport, UnreadableFile } from './unpack.ts'
import { addImportNote, ImportAborted, type ImportNote, updateImport } from './update-import.ts'

/** Maximum number of pictures that are embedded in one file as data URLs. */
const mostEmbeddedPictures = 200

/** Data that all pages of one import share. */
export interface ImportSource {
  plan: ImportPlan
  unpacked: UnpackedImport
  /** Address of the page list. The address of a page is this address plus the page id. */
  address: string
}

/**
 * Creates a page with its text, files and report entries. If the file of the page cannot be read, the page is
 * empty. Such a page is only created if it has sub-pages. The report of the import lists everything that was
 * not imported.
 */
export async function importPage(
  ports: JobPorts,
  row: PageImport,
  page: PlannedPage,
  all: ImportSource,
): Promise<void> {
  const read = await readPlannedFile(row, page, all)
  if (read !== null && 'reason' in read && isLeaf(page, all))
    return noteLeftOut(ports, row, page, read.reason)
  if (read === null || 'reason' in read)
    return createPlannedPage(ports, row, page, all, { reason: read?.reason ?? null })
  const imported = await importPageFiles(ports, row, { id: page.id, files: read.files }, all.unpacked)
  const html = insertFileDetails(read.html, imported)
  const lost = imported.filter((one) => one.reason !== null)
  const notes = [
    ...read.dead_links.map((text): ImportNote => ({ kind: 'dead_link', text })),
    ...read.lost_pictures.map((text): ImportNote => ({ kind: 'lost_picture', text })),
    ...lost.map(
      ({ file, source, reason }): ImportNote => ({
        kind: 'lost_picture',
        text: (source ?? file ?? '').slice(0, 500),
        reason,
      }),
    ),
    ...notesOnCutParts(read),
  ]
  try {
    await createPlannedPage(ports, row, page, all, { read: { ...read, html }, notes })
  } catch (error) {
    const reason = reasonFromError(error)
    if (reason === null) throw error
    if (isLeaf(page, all)) return noteLeftOut(ports, row, page, reason)
    // Create an empty page for an unreadable file, so that its sub-pages have a parent.
    await createPlannedPage(ports, row, page, all, { reason })
  }
}

function notesOnCutParts({ cut, title }: ParsedFile): ImportNote[] {
  const parts = (['rows', 'columns', 'links', 'pictures'] as const).filter((part) => (cut[part] ?? 0) > 0)
  const isLong = title.length > maxPageNameLength
  return [
    ...(isLong ? [{ kind: 'cut' as const, reason: 'title' as const, text: title }] : []),
    ...parts.map((reason): ImportNote => ({ kind: 'cut', reason, text: String(cut[reason]) })),
  ]
}

function isLeaf(page: PlannedPage, { plan }: ImportSource): boolean {
  return !plan.pages.some((one) => one.parent === page)
}

/** Reports a skipped file once, even if the job is repeated. */
async function noteLeftOut(
  ports: JobPorts,
  row: PageImport,
  { file }: PlannedPage,
  reason: ImportSkipReason,
) {
  await updateImport(ports, row, async (em, locked) => {
    const note = { import_id: row.id, kind: 'left_out' as const, file: file ?? '' }
    if ((await em.count(PageImportNoteEntity, note)) > 0) return
    addImportNote(em, row, { kind: 'left_out', file: file ?? '', reason })
    locked.left_out++
    locked.total = Math.max(0, (locked.total ?? 1) - 1)
  })
}

/** Reads a file of the import. Returns null if the page represents a folder and has no file. */
async function readPlannedFile(
  row: PageImport,
  page: PlannedPage,
  { plan, unpacked, address }: ImportSource,
): Promise<ParsedFile | { reason: ImportSkipReason } | null> {
  const { file } = page
  const kind = file === null ? null : getTextFileKind(file)
  if (file === null || kind === null) return null
  try {
    const text = decodeTextFile(await unpacked.read(file), kind === 'html')
    if (text === null) throw new UnreadableFile('no_text')
    const addressOf = (one: PlannedPage) => `${address}/${one.id}`
    const pages = plan.pages.filter((one) => one.file !== null)
    const ids = pages.flatMap((one): [string, string][] => {
      const id = extractNotionId((one.file ?? '').replace(/\.\w+$/, ''))
      return id === null ? [] : [[id, addressOf(one)]]
    })
    return await parseFileInThread(
      {
        ...{ kind, text, file, name: page.name },
        pages: Object.fromEntries(pages.map((one) => [one.file ?? '', addressOf(one)])),
        by_id: Object.fromEntries(ids),
        files: Object.fromEntries(
          plan.shown.map((one) => [one, deriveImportRowId(row.id, `picture ${page.id} ${one}`)]),
        ),
        spare: Array.from({ length: mostEmbeddedPictures }, (_, at) =>
          deriveImportRowId(row.id, `picture ${page.id} ${at}`),
        ),
        below: plan.pages
          .filter((one) => one.parent === page)
          .map((one) => ({ name: one.name, address: addressOf(one) })),
      },
      row.created_by,
    )
  } catch (error) {
    const reason = error instanceof UnreadableFile ? error.reason : reasonFromError(error)
    if (reason === null) throw error
    return { reason }
  }
}

/**
 * Returns the reason why a file is skipped. Returns null for other errors, for example an overloaded server, which
 * the job retries.
 */
function reasonFromError(error: unknown): ImportSkipReason | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'too_large') return 'too_large'
  const isOfText = Object.keys(error.details.fields ?? {}).some((field) => field.startsWith('description'))
  return error.code === 'invalid' && isOfText ? 'not_read' : null
}

interface PageSource {
  /** Result of reading the file. Is null if the page has no file or the file cannot be read. */
  read?: Pick<ParsedFile, 'title' | 'html' | 'emoji'> | null
  reason?: ImportSkipReason | null
  notes?: ImportNote[]
}

async function createPlannedPage(
  ports: JobPorts,
  row: PageImport,
  page: PlannedPage,
  { plan }: ImportSource,
  source: PageSource,
): Promise<void> {
  await updateImport(ports, row, async (em, locked) => {
    if ((await em.count(PageEntity, { id: page.id })) > 0) return
    const ctx = await createImporterContext(ports, em, row)
    if (ctx === null) throw new ImportAborted('no_access')
    const name = cleanTitle(source.read?.title ?? '') || cleanTitle(page.name)
    const sort_order = (await firstPositionOf(ctx, row, page, plan)) + page.at * positionStep
    const fields = { ...pageFieldsOf(row, page, source), name, sort_order }
    await createPage(ctx, fields).catch((error: unknown) => Promise.reject(importEndFromError(error)))
    for (const note of reportNotesFor(page, name, source))
      addImportNote(em, row, { file: page.file ?? page.name, page_id: page.id, ...note })
    locked.done++
    if (source.reason) locked.left_out++
  })
}

function pageFieldsOf(row: PageImport, page: PlannedPage, { read }: PageSource) {
  return {
    id: page.id,
    access: row.access,
    parent: page.parent?.id ?? row.parent,
    ...(read?.emoji && { logo_props: emojiLogo(read.emoji) }),
    ...(read && { description_html: read.html }),
  }
}

function reportNotesFor(
  { isLifted }: PlannedPage,
  name: string,
  { reason = null, notes = [] }: PageSource,
): ImportNote[] {
  return [
    { kind: 'page', text: name },
    ...(reason === null ? [] : [{ kind: 'left_out' as const, reason }]),
    ...(isLifted ? [{ kind: 'lifted' as const, text: name }] : []),
    ...notes,
  ]
}

/**
 * Returns the sort position of the first new page. Pages at the top level are placed before the existing
 * pages.
 */
async function firstPositionOf(
  ctx: PageContext,
  row: PageImport,
  page: PlannedPage,
  { pages }: ImportPlan,
): Promise<number> {
  if (page.parent !== null) return firstPosition
  const beside = pages.filter((one) => one.parent === null)
  const [first] = beside
  const firstPage = first && (await ctx.em.findOne(PageEntity, { id: first.id }))
  if (firstPage) return firstPage.sort_order
  return (await positionBeforeSiblings(ctx, row.parent)) - (beside.length - 1) * positionStep
}

/**
 * Returns the error to throw. An error about the project, workspace or parent page ends the import. Other
 * errors are reported for the file.
 */
function importEndFromError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'forbidden' || error.code === 'not_found') return new ImportAborted('no_access')
  return error.details.fields?.['parent'] ? new ImportAborted('place_gone') : error
}

/**
 * Replaces control characters and line breaks by spaces, because a title may contain them as numeric entities
 * such as `&#0;`. Cuts the title to the maximum length.
 */
function cleanTitle(title: string): string {
  const line = title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.slice(0, maxPageNameLength).toWellFormed()
}
