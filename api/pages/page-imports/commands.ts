import { LockMode } from '@mikro-orm/postgresql'
import type { pageImportCalls } from '#common/pages/page-imports/calls.ts'
import { isImportRunning, maxConcurrentImports, maxImportBytes } from '#common/pages/page-imports/rules.ts'
import { type PageImportRow, pageImportRow } from '#common/pages/page-imports/schema.ts'
import { canManagePage } from '#common/pages/pages/rules.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { cleanFileName } from '#common/platform/file-name.ts'
import { newId } from '#common/platform/ids.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import { presentRow } from '../../platform/db/present.ts'
import { isPageInContainer, type PageContext, pageActor, pageContextProjectId } from '../pages/container.ts'
import { type Page, PageEntity } from '../pages/entity.ts'
import { removePublication, tryJoinPublishedTree } from '../pages/publication.ts'
import {
  assertCanNestPage,
  createRestoreParentCheck,
  lockDescendantPages,
  lockPageTree,
} from '../pages/tree.ts'
import { importStorageKey, type PageImport, PageImportEntity, PageImportNoteEntity } from './entity.ts'
import { importPagesJob } from './import-job.ts'
import { ownImportsFilter } from './queries.ts'
import { duplicateImportId, requireUploadSize, storeUpload } from './store-upload.ts'

type Sent = QueryOf<typeof pageImportCalls.createPageImport>

/** Stores the uploaded file without reading its content. A job reads the content afterwards. */
export async function createPageImport(
  ctx: PageContext,
  { id = newId(), name, parent: below, access }: Sent,
): Promise<PageImportRow> {
  const parent = below ?? null
  const { user, workspace, storage, jobs } = ctx
  const size = requireUploadSize(ctx, maxImportBytes)
  if ((await ctx.em.findOne(PageImportEntity, { id })) !== null) throw duplicateImportId()
  await assertBelowImportsLimit(ctx)
  if (parent !== null) await assertCanNestPage(ctx, { id, access }, parent)
  await ctx.limits.take('import', user.id)
  await storeUpload(ctx, importStorageKey(id), size)
  try {
    return await ctx.writing(async (em) => {
      const within = { ...ctx, em }
      // Lock the user's membership, so that concurrent requests cannot exceed the maximum number of running imports.
      await lockOwnMembership(within)
      await assertBelowImportsLimit(within)
      const row = em.create(PageImportEntity, {
        ...{ id, parent, access, size },
        name: cleanFileName(name),
        workspace_id: workspace.id,
        project_id: pageContextProjectId(ctx),
        created_by: user.id,
        status: 'queued',
        problem: null,
        total: null,
        undone_at: null,
      })
      await em.flush()
      await jobs.enqueue(em, importPagesJob, { import_id: id, created_by: user.id })
      return presentRow(pageImportRow, row)
    })
  } catch (error) {
    // If two requests with the same id arrive at the same time, the stored file belongs to the first request
    // and must stay.
    if ((await ctx.em.fork().findOne(PageImportEntity, { id })) !== null) throw duplicateImportId()
    await storage.remove([importStorageKey(id)])
    throw error
  }
}

async function assertBelowImportsLimit(ctx: PageContext): Promise<void> {
  const { em, user, workspace } = ctx
  const running = await em.count(PageImportEntity, {
    workspace_id: workspace.id,
    created_by: user.id,
    status: { $in: ['queued', 'processing'] },
  })
  if (running >= maxConcurrentImports)
    throw new AppError(
      'rate_limited',
      `You already have ${maxConcurrentImports} running imports. Wait until one is finished.`,
    )
}

/** Stops an import. The job checks the status before each page, so it creates no more pages. */
export async function stopPageImport(ctx: PageContext, id: string): Promise<PageImportRow> {
  const row = await loadOwn(ctx, id)
  if (isImportRunning(row)) row.status = 'stopped'
  await ctx.em.flush()
  return presentRow(pageImportRow, row)
}

/**
 * Moves the imported pages to the trash and stops a running import. Pages that others created below them move to the
 * top level.
 */
export async function undoPageImport(ctx: PageContext, id: string): Promise<PageImportRow> {
  await lockPageTree(ctx)
  const row = await loadOwn(ctx, id)
  if (isImportRunning(row)) row.status = 'stopped'
  const pages = (await pagesOf(ctx, id)).filter((page) => page.deleted_at === null)
  const ids = pages.map((page) => page.id)
  const left = await ctx.em.find(PageEntity, {
    parent: { $in: ids },
    id: { $nin: ids },
    deleted_at: null,
  })
  for (const page of pages) {
    const children = left.filter((one) => one.parent === page.id).map((one) => one.id)
    Object.assign(page, { deleted_at: new Date(), left_child_ids: children, updated_by: ctx.user.id })
    removePublication(ctx, page)
  }
  for (const child of left) Object.assign(child, { parent: null, updated_by: ctx.user.id })
  row.undone_at = new Date()
  await ctx.em.flush()
  return presentRow(pageImportRow, row)
}

/**
 * Restores the imported pages, each to its old position if its parent still exists. Pages that would become public
 * there stay at the top level, unless the caller may publish them.
 */
export async function redoPageImport(ctx: PageContext, id: string): Promise<PageImportRow> {
  await lockPageTree(ctx)
  const row = await loadOwn(ctx, id)
  const pages = (await pagesOf(ctx, id)).filter((page) => page.deleted_at !== null)
  await ctx.em.populate(pages, ['left_child_ids'])
  const found = await ctx.em.find(PageEntity, {
    id: { $in: pages.flatMap((page) => page.left_child_ids ?? []) },
    workspace_id: ctx.workspace.id,
    parent: null,
    deleted_at: null,
  })
  const left = found.filter((page) => isPageInContainer(ctx, page))
  const back = new Set(pages.map((page) => page.id))
  const above = await ctx.em.find(PageEntity, {
    id: { $in: pages.flatMap((page) => page.parent ?? []) },
    workspace_id: ctx.workspace.id,
    deleted_at: null,
    archived_at: null,
  })
  const fits = await createRestoreParentCheck(ctx)
  const doesParentExist = (parent: string) =>
    back.has(parent) || above.some((one) => one.id === parent && isPageInContainer(ctx, one))
  const canRestoreUnder = (page: Page, parent: string) => {
    if (!doesParentExist(parent)) return false
    const isPossible = () => fits(page, parent)
    if (back.has(parent)) return isPossible()
    const below = findDescendantPages(page.id, pages)
    return tryJoinPublishedTree(ctx, page, { parent, below }, isPossible)
  }
  for (const page of parentsFirst(pages)) {
    if (page.parent !== null && !(await canRestoreUnder(page, page.parent))) page.parent = null
    if (page.parent === null) fits(page, null)
  }
  for (const page of pages) {
    const children = left.filter((child) => page.left_child_ids?.includes(child.id))
    for (const child of children)
      if (await canReturn(ctx, child, page, { restored: pages, isPossible: () => fits(child, page.id) }))
        Object.assign(child, { parent: page.id, updated_by: ctx.user.id })
    Object.assign(page, { deleted_at: null, left_child_ids: [], updated_by: ctx.user.id })
  }
  row.undone_at = null
  await ctx.em.flush()
  return presentRow(pageImportRow, row)
}

/**
 * Returns false for a page that cannot be moved below the restored page, or would become public there although the
 * caller may not publish it.
 */
async function canReturn(
  ctx: PageContext,
  child: Page,
  page: Page,
  { restored, isPossible }: { restored: readonly Page[]; isPossible: () => boolean },
): Promise<boolean> {
  const via = [page]
  for (let above = page; ; ) {
    const next = restored.find(({ id }) => id === above.parent)
    if (next === undefined || via.includes(next)) break
    via.push(next)
    above = next
  }
  const parent = via.at(-1)?.parent ?? null
  if (parent === null) return isPossible()
  const below = await lockDescendantPages(ctx, child.id)
  return tryJoinPublishedTree(ctx, child, { parent, via, below }, isPossible)
}

async function loadOwn(ctx: PageContext, id: string): Promise<PageImport> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
  const row = await ctx.em.findOne(PageImportEntity, { id, ...ownImportsFilter(ctx) }, lock)
  if (row === null) throw notFound()
  return row
}

/** Returns the pages with parents before their sub-pages. */
function parentsFirst(pages: readonly Page[]): Page[] {
  const ids = new Set(pages.map((page) => page.id))
  const tops = pages.filter((page) => page.parent === null || !ids.has(page.parent))
  return tops.flatMap((page) => [page, ...findDescendantPages(page.id, pages)])
}

/**
 * Returns the pages of the import that still exist in this project or workspace and that the caller may
 * manage.
 */
async function pagesOf(ctx: PageContext, import_id: string) {
  const notes = await ctx.em.find(PageImportNoteEntity, { import_id, kind: 'page' })
  const pages = await ctx.em.find(
    PageEntity,
    {
      id: { $in: notes.flatMap((note) => note.page_id ?? []) },
      workspace_id: ctx.workspace.id,
    },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  )
  return pages.filter((page) => isPageInContainer(ctx, page) && canManagePage(pageActor(ctx), page))
}
