import { setImmediate as othersFirst } from 'node:timers/promises'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { AppError } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import {
  type ImportNoteKind,
  type ImportProblem,
  type ImportReason,
  importGivenUp,
  importLasts,
  isUnderWay,
} from '#common/page-imports/rules.ts'
import { pageNameLength } from '#common/pages/rules.ts'
import { pathTo } from '#common/pages/tree.ts'
import { firstPosition, positionStep } from '#common/positions.ts'
import { emojiLogo } from '#common/projects/logo.ts'
import { query } from '../db/orm.ts'
import type { ReadFile } from '../documents/read-file.ts'
import { readInThread } from '../documents/threads.ts'
import { writing } from '../feed/writing.ts'
import type { Job, JobPorts } from '../jobs/job.ts'
import { createPage } from '../pages/commands.ts'
import { PageEntity } from '../pages/entity.ts'
import type { PagePlace } from '../pages/place.ts'
import { firstPlace } from '../pages/tree.ts'
import { actingFor, originOf } from './acting-for.ts'
import { importKey, type PageImport, PageImportEntity, PageImportNoteEntity } from './entity.ts'
import { importFiles, withFiles } from './import-files.ts'
import { type ImportPlan, idWithin, kindOf, notionId, type PlannedPage, planImport } from './plan.ts'
import { type Unpacked, Unread, unpack } from './unpack.ts'
import { NoZip, TooMuch } from './zip-files.ts'

interface ImportPages {
  import_id: string
  created_by: string
}

/** Milliseconds after which the rest is another job: one that dies is found out soon, since none of them lasts long. */
const longestRun = 60_000
/** Pictures that stand in a page itself and not beside it. */
const mostInPage = 200

/**
 * Makes pages of a file, one transaction each, with the text and what is said of it in the report: whoever dies at it leaves whole pages, and
 * whoever goes on finds them by their ids and does the others.
 */
export const importPages: Job<ImportPages> = {
  name: 'import-pages',
  retries: 3,
  retryAfter: [5, 60],
  endsWithin: 600,
  groupOf: ({ created_by }) => created_by,
  async run({ import_id }, ports, { isLast }) {
    const row = await ports.orm.em.fork().findOne(PageImportEntity, { id: import_id })
    // Its project or workspace is gone.
    if (row === null) return void (await forgetFile(ports, import_id))
    try {
      if (isUnderWay(row)) await goOn(ports, row)
      else await forgetFile(ports, import_id)
    } catch (error) {
      if (error instanceof Ended) return void (await end(ports, row, error.problem))
      if (isLast) await end(ports, row, 'failed')
      throw error
    }
  },
}

/** It goes no further, for the reason that is told; null where its maker has stopped it. */
class Ended extends Error {
  readonly problem: ImportProblem | null

  constructor(problem: ImportProblem | null) {
    super(problem ?? 'stopped')
    this.problem = problem
  }
}

async function goOn(ports: JobPorts, row: PageImport): Promise<void> {
  const unpacked = await unpackSent(ports, row)
  try {
    const levels = await levelsAbove(ports, row)
    const plan = planImport(row.id, unpacked.files, levels)
    if (plan.pages.length === 0) return void (await finish(ports, row, plan, unpacked, 'empty'))
    await begin(ports, row, plan)
    const until = Date.now() + longestRun
    const known = await pagesThere(ports, plan)
    const all = { plan, unpacked, address: await addressOfPages(ports, row) }
    for (const page of plan.pages) {
      if (known.has(page.id)) continue
      await importPage(ports, row, page, all)
      if (Date.now() > until) return void (await enqueueRest(ports, row))
    }
    await finish(ports, row, plan, unpacked, null)
  } finally {
    await unpacked.close()
  }
}

async function unpackSent(ports: JobPorts, { id, name }: PageImport): Promise<Unpacked> {
  const content = await ports.storage.get(importKey(id))
  if (content === null) throw new Ended('not_read')
  try {
    return await unpack(content, name)
  } catch (error) {
    if (error instanceof TooMuch) throw new Ended('too_much')
    if (error instanceof NoZip) throw new Ended('not_read')
    throw error
  }
}

/** How deep what comes at its top will stand. */
async function levelsAbove({ orm }: JobPorts, { parent, workspace_id }: PageImport): Promise<number> {
  if (parent === null) return 0
  const rows = await query(orm.em.fork())
    .selectFrom('pages')
    .select(['id', 'parent'])
    .where('workspace_id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .execute()
  return pathTo(parent, new Map(rows.map((one) => [one.id, one]))).length
}

async function begin(ports: JobPorts, row: PageImport, { pages }: ImportPlan): Promise<void> {
  await changing(ports, row, async (_, locked) => {
    Object.assign(locked, { status: 'processing', total: locked.total ?? pages.length })
  })
}

async function pagesThere({ orm }: JobPorts, { pages }: ImportPlan): Promise<Set<string>> {
  const found = await orm.em
    .fork()
    .find(PageEntity, { id: { $in: pages.map((page) => page.id) } }, { fields: ['id'] })
  return new Set(found.map((page) => page.id))
}

async function enqueueRest(ports: JobPorts, row: PageImport): Promise<void> {
  await changing(ports, row, (em) =>
    ports.enqueue(em, importPages, { import_id: row.id, created_by: row.created_by }),
  )
}

/** In one transaction with its row locked, as long as it goes on. */
async function changing<T>(
  { orm }: JobPorts,
  { id, created_by }: PageImport,
  change: (em: EntityManager, row: PageImport) => Promise<T>,
): Promise<T> {
  return writing(orm.em, originOf(created_by), async (em) => {
    const row = await em.findOne(
      PageImportEntity,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    )
    if (row === null || !isUnderWay(row)) throw new Ended(null)
    const done = await change(em, row)
    await em.flush()
    return done
  })
}

interface All {
  plan: ImportPlan
  unpacked: Unpacked
  /** Of all pages there. */
  address: string
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

async function importPage(ports: JobPorts, row: PageImport, page: PlannedPage, all: All): Promise<void> {
  const read = await readPlanned(row, page, all)
  if (read !== null && 'reason' in read && isLeaf(page, all)) return leaveOut(ports, row, page, read.reason)
  if (read === null || 'reason' in read)
    return makePage(ports, row, page, all, { reason: read?.reason ?? null })
  const kept = await importFiles(ports, row, { id: page.id, files: read.files }, all.unpacked)
  const html = withFiles(read.html, kept)
  const lost = kept.filter((one) => one.reason !== null)
  const notes = [
    ...read.dead_links.map((text): Note => ({ kind: 'dead_link', text })),
    ...read.lost_pictures.map((text): Note => ({ kind: 'lost_picture', text })),
    ...lost.map(({ file, reason }): Note => ({ kind: 'lost_picture', text: file ?? '', reason })),
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

function isLeaf(page: PlannedPage, { plan }: All): boolean {
  return !plan.pages.some((one) => one.parent === page)
}

/** Nothing comes of it; said once, however often it is begun. */
async function leaveOut(ports: JobPorts, row: PageImport, { file }: PlannedPage, reason: ImportReason) {
  await changing(ports, row, async (em, locked) => {
    const said = { import_id: row.id, kind: 'left_out' as const, file: file ?? '' }
    if ((await em.count(PageImportNoteEntity, said)) > 0) return
    noteIn(em, row, { kind: 'left_out', file: file ?? '', reason })
    locked.left_out++
    locked.total = Math.max(0, (locked.total ?? 1) - 1)
  })
}

interface Note {
  kind: ImportNoteKind
  text?: string
  reason?: ImportReason | null
}

/** Null for a folder, which says nothing. */
async function readPlanned(
  row: PageImport,
  page: PlannedPage,
  { plan, unpacked, address }: All,
): Promise<ReadFile | { reason: ImportReason } | null> {
  const { file } = page
  const kind = file === null ? null : kindOf(file)
  if (file === null || kind === null) return null
  try {
    const text = textOf(await unpacked.read(file))
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

/** UTF-8, or UTF-16 that says so at its beginning. */
function textOf(bytes: Buffer): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(marked, { fatal: true }).decode(bytes)
    if (text.includes('\u0000')) throw new Unread('no_text')
    return text
  } catch {
    throw new Unread('no_text')
  }
}

interface Making {
  /** Null for what has no text, or none that can be read. */
  read?: Pick<ReadFile, 'title' | 'html' | 'emoji'> | null
  reason?: ImportReason | null
  notes?: Note[]
}

async function makePage(
  ports: JobPorts,
  row: PageImport,
  page: PlannedPage,
  { plan }: All,
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

function notesOn({ isLifted }: PlannedPage, name: string, { reason = null, notes = [] }: Making): Note[] {
  return [
    { kind: 'page', text: name },
    ...(reason === null ? [] : [{ kind: 'left_out' as const, reason }]),
    ...(isLifted ? [{ kind: 'lifted' as const, text: name }] : []),
    ...notes,
  ]
}

/** They stand in their order, those at the top before what is there. */
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

/** What is refused of the place ends it; of the text, it is said of the file. */
function endedBy(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'forbidden' || error.code === 'not_found') return new Ended('no_access')
  return error.details.fields?.['parent'] ? new Ended('place_gone') : error
}

function noteIn(
  em: EntityManager,
  { id }: PageImport,
  { kind, file, page_id = null, reason = null, text = '' }: Note & { file: string; page_id?: string | null },
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

/** One line without what hides: a title may say its letters by numbers, and some numbers are none that a name can have. */
function nameOf(title: string): string {
  const line = title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.slice(0, pageNameLength).toWellFormed()
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, 500).toWellFormed()
}

/** Files of which nothing came are told at the end, when it is known what pages show. */
async function finish(
  ports: JobPorts,
  row: PageImport,
  plan: ImportPlan,
  unpacked: Unpacked,
  problem: ImportProblem | null,
): Promise<void> {
  const seen = await shownFiles(ports, row, plan)
  await changing(ports, row, async (em, locked) => {
    const unused = plan.shown
      .filter((file) => !seen.has(file))
      .map((file) => ({ file, reason: 'unused' as const }))
    const all = [...unpacked.left_out, ...plan.left_out, ...unused]
    for (const left of all.slice(0, mostNoted)) noteIn(em, row, { kind: 'left_out', ...left })
    locked.left_out += all.length
    const said = problem ?? (locked.done === 0 ? 'empty' : null)
    Object.assign(locked, { status: said === null ? 'completed' : 'failed', problem: said })
  })
  await forgetFile(ports, row.id)
}

/** Files that a report names; of further ones it tells how many there are. */
const mostNoted = 2000

/** Their ids are worked out a few at a time, as there may be millions of pairs of pages and files, and others are served meanwhile. */
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
  for (const [page, kept] of ofPages) {
    const ids = new Set(kept.map((file) => file.id))
    for (const [at, file] of plan.shown.entries()) {
      if (ids.size === 0) break
      if (at % pairsAtOnce === 0) await othersFirst()
      if (ids.delete(idWithin(row.id, `picture ${page} ${file}`))) shown.add(file)
    }
  }
  return shown
}

const pairsAtOnce = 500

async function end(ports: JobPorts, row: PageImport, problem: ImportProblem | null): Promise<void> {
  await writing(ports.orm.em, originOf(row.created_by), async (em) => {
    const locked = await em.findOne(
      PageImportEntity,
      { id: row.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (locked === null || !isUnderWay(locked)) return
    Object.assign(locked, { status: 'failed', problem: problem ?? 'failed' })
    await em.flush()
  })
  await forgetFile(ports, row.id)
}

async function forgetFile({ storage }: JobPorts, id: string): Promise<void> {
  await storage.remove([importKey(id)])
}

/** Once an hour: reports of a month ago go, and what nobody is at any more has failed. */
export const removePageImports: Job = {
  name: 'remove-page-imports',
  cron: '55 * * * *',
  retries: 0,
  retryAfter: [1, 1],
  endsWithin: 900,
  async run(_, ports) {
    const past = (milliseconds: number) => ({ $lt: new Date(Date.now() - milliseconds) })
    const going = { status: { $in: ['queued', 'processing'] as PageImport['status'][] } }
    const em = ports.orm.em.fork()
    for (const row of await em.find(PageImportEntity, { ...going, updated_at: past(importGivenUp) }))
      await end(ports, row, 'failed')
    await writing(ports.orm.em, { actor_id: null, mutation_id: null }, async (within) => {
      for (const row of await within.find(PageImportEntity, { created_at: past(importLasts) }))
        within.remove(row)
      await within.flush()
    })
  },
}
