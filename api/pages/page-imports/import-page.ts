import { pageNameLength } from '#common/documents/content/title.ts'
import type { ImportReason } from '#common/pages/page-imports/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { emojiLogo } from '#common/platform/logo.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import type { ReadFile } from '../../documents/content/read-file.ts'
import { readInThread } from '../../documents/content/thread-pool.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { createPage } from '../pages/commands.ts'
import { PageEntity } from '../pages/entity.ts'
import type { PagePlace } from '../pages/place.ts'
import { firstPlace } from '../pages/tree.ts'
import { actingFor } from './acting-for.ts'
import { changing, Ended, type ImportNote, noteIn } from './changing.ts'
import { decodeText } from './decode.ts'
import { type PageImport, PageImportNoteEntity } from './entity.ts'
import { importFiles, withFiles } from './import-files.ts'
import { type ImportPlan, idWithin, kindOf, notionId, type PlannedPage } from './plan.ts'
import { type Unpacked, Unread } from './unpack.ts'

/** Pictures that stand in a page itself and not beside it. */
const mostInPage = 200

/** What all pages of one import are made from. */
export interface ImportSource {
  plan: ImportPlan
  unpacked: Unpacked
  /** Where all pages of the project or workspace stand; a page's own address goes on with its id. */
  address: string
}

/** A page with its text, its files and what is said of it in the report, in one transaction; what cannot be read is left out, which is said too. */
export async function importPage(
  ports: JobPorts,
  row: PageImport,
  page: PlannedPage,
  all: ImportSource,
): Promise<void> {
  const read = await readPlanned(row, page, all)
  if (read !== null && 'reason' in read && isLeaf(page, all)) return leaveOut(ports, row, page, read.reason)
  if (read === null || 'reason' in read)
    return makePage(ports, row, page, all, { reason: read?.reason ?? null })
  const kept = await importFiles(ports, row, { id: page.id, files: read.files }, all.unpacked)
  const html = withFiles(read.html, kept)
  const lost = kept.filter((one) => one.reason !== null)
  const notes = [
    ...read.dead_links.map((text): ImportNote => ({ kind: 'dead_link', text })),
    ...read.lost_pictures.map((text): ImportNote => ({ kind: 'lost_picture', text })),
    ...lost.map(({ file, reason }): ImportNote => ({ kind: 'lost_picture', text: file ?? '', reason })),
    ...cutNotes(read),
  ]
  try {
    await makePage(ports, row, page, all, { read: { ...read, html }, notes })
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    if (isLeaf(page, all)) return leaveOut(ports, row, page, reason)
    // Those below it have a place all the same.
    await makePage(ports, row, page, all, { reason })
  }
}

function cutNotes({ cut, title }: ReadFile): ImportNote[] {
  const parts = (['rows', 'columns', 'links', 'pictures'] as const).filter((part) => (cut[part] ?? 0) > 0)
  const isLong = title.length > pageNameLength
  return [
    ...(isLong ? [{ kind: 'cut' as const, reason: 'title' as const, text: title }] : []),
    ...parts.map((reason): ImportNote => ({ kind: 'cut', reason, text: String(cut[reason]) })),
  ]
}

function isLeaf(page: PlannedPage, { plan }: ImportSource): boolean {
  return !plan.pages.some((one) => one.parent === page)
}

/** Notes that the file was left out, once, however often the job starts again. */
async function leaveOut(ports: JobPorts, row: PageImport, { file }: PlannedPage, reason: ImportReason) {
  await changing(ports, row, async (em, locked) => {
    const said = { import_id: row.id, kind: 'left_out' as const, file: file ?? '' }
    if ((await em.count(PageImportNoteEntity, said)) > 0) return
    noteIn(em, row, { kind: 'left_out', file: file ?? '', reason })
    locked.left_out++
    locked.total = Math.max(0, (locked.total ?? 1) - 1)
  })
}

/** Null for a folder, which has no text. */
async function readPlanned(
  row: PageImport,
  page: PlannedPage,
  { plan, unpacked, address }: ImportSource,
): Promise<ReadFile | { reason: ImportReason } | null> {
  const { file } = page
  const kind = file === null ? null : kindOf(file)
  if (file === null || kind === null) return null
  try {
    const text = decodeText(await unpacked.read(file), kind === 'html')
    if (text === null) throw new Unread('no_text')
    const addressOf = (one: PlannedPage) => `${address}/${one.id}`
    const pages = plan.pages.filter((one) => one.file !== null)
    const ids = pages.flatMap((one): [string, string][] => {
      const id = notionId((one.file ?? '').replace(/\.\w+$/, ''))
      return id === null ? [] : [[id, addressOf(one)]]
    })
    return await readInThread(
      {
        ...{ kind, text, file, name: page.name },
        pages: Object.fromEntries(pages.map((one) => [one.file ?? '', addressOf(one)])),
        by_id: Object.fromEntries(ids),
        files: Object.fromEntries(
          plan.shown.map((one) => [one, idWithin(row.id, `picture ${page.id} ${one}`)]),
        ),
        spare: Array.from({ length: mostInPage }, (_, at) => idWithin(row.id, `picture ${page.id} ${at}`)),
        below: plan.pages
          .filter((one) => one.parent === page)
          .map((one) => ({ name: one.name, address: addressOf(one) })),
      },
      row.created_by,
    )
  } catch (error) {
    const reason = error instanceof Unread ? error.reason : reasonOf(error)
    if (reason === null) throw error
    return { reason }
  }
}

/** What cannot be read is left out; that the server has no time just now is no such reason. */
function reasonOf(error: unknown): ImportReason | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'too_large') return 'too_large'
  const isOfText = Object.keys(error.details.fields ?? {}).some((field) => field.startsWith('description'))
  return error.code === 'invalid' && isOfText ? 'not_read' : null
}

interface Making {
  /** Null for what has no text, or none that can be read. */
  read?: Pick<ReadFile, 'title' | 'html' | 'emoji'> | null
  reason?: ImportReason | null
  notes?: ImportNote[]
}

async function makePage(
  ports: JobPorts,
  row: PageImport,
  page: PlannedPage,
  { plan }: ImportSource,
  making: Making,
): Promise<void> {
  await changing(ports, row, async (em, locked) => {
    if ((await em.count(PageEntity, { id: page.id })) > 0) return
    const ctx = await actingFor(ports, em, row)
    if (ctx === null) throw new Ended('no_access')
    const name = nameOf(making.read?.title ?? '') || nameOf(page.name)
    const sort_order = (await positionOfFirst(ctx, row, page, plan)) + page.at * positionStep
    const made = { ...contentOf(row, page, making), name, sort_order }
    await createPage(ctx, made).catch((error: unknown) => Promise.reject(endedBy(error)))
    for (const note of notesOn(page, name, making))
      noteIn(em, row, { file: page.file ?? page.name, page_id: page.id, ...note })
    locked.done++
    if (making.reason) locked.left_out++
  })
}

function contentOf(row: PageImport, page: PlannedPage, { read }: Making) {
  return {
    id: page.id,
    access: row.access,
    parent: page.parent?.id ?? row.parent,
    ...(read?.emoji && { logo_props: emojiLogo(read.emoji) }),
    ...(read && { description_html: read.html }),
  }
}

function notesOn(
  { isLifted }: PlannedPage,
  name: string,
  { reason = null, notes = [] }: Making,
): ImportNote[] {
  return [
    { kind: 'page', text: name },
    ...(reason === null ? [] : [{ kind: 'left_out' as const, reason }]),
    ...(isLifted ? [{ kind: 'lifted' as const, text: name }] : []),
    ...notes,
  ]
}

/** Pages keep their order; those at the top come before the pages that are there already. */
async function positionOfFirst(
  ctx: PagePlace,
  row: PageImport,
  page: PlannedPage,
  { pages }: ImportPlan,
): Promise<number> {
  if (page.parent !== null) return firstPosition
  const beside = pages.filter((one) => one.parent === null)
  const [first] = beside
  const made = first && (await ctx.em.findOne(PageEntity, { id: first.id }))
  if (made) return made.sort_order
  return (await firstPlace(ctx, row.parent)) - (beside.length - 1) * positionStep
}

/** An error about the place ends the import; one about the text is noted for its file. */
function endedBy(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'forbidden' || error.code === 'not_found') return new Ended('no_access')
  return error.details.fields?.['parent'] ? new Ended('place_gone') : error
}

/** One line without control characters, which a title may hold as numeric entities, as `&#0;`. */
function nameOf(title: string): string {
  const line = title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.slice(0, pageNameLength).toWellFormed()
}
