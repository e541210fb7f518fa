import { LockMode } from '@mikro-orm/postgresql'
import type { QueryOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { cleanFileName } from '#common/platform/file-name.ts'
import { newId } from '#common/platform/ids.ts'
import type { itemImportCalls } from '#common/sharing/item-imports/calls.ts'
import {
  isItemImportRunning,
  maxConcurrentItemImports as maxConcurrentImports,
  maxItemImportBytes,
  maxItemImportDrafts,
  tableFormats,
} from '#common/sharing/item-imports/rules.ts'
import {
  type ItemImportRow,
  type ItemImportSettings,
  itemImportRow,
} from '#common/sharing/item-imports/schema.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import { duplicateImportId, requireUploadSize, storeUpload } from '../../pages/page-imports/store-upload.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type ItemImport, ItemImportEntity, itemImportStorageKey } from './entity.ts'
import { importItemsJob } from './import-job.ts'
import { readUploadedSource } from './preview.ts'
import { ownItemImportsFilter } from './queries.ts'
import type { SourceSummary } from './reading/summary.ts'
import { undoItemImportJob } from './undo-job.ts'

type Sent = QueryOf<typeof itemImportCalls.createItemImport>

/** Stores the uploaded file and creates the import as a draft. The file is not read yet. */
export async function createItemImport(
  ctx: ProjectContext,
  { id = newId(), name }: Sent,
): Promise<ItemImportRow> {
  const { user, workspace, project, storage } = ctx
  const size = requireUploadSize(ctx, maxItemImportBytes)
  if ((await ctx.em.findOne(ItemImportEntity, { id })) !== null) throw duplicateImportId()
  await ctx.limits.take('import', user.id)
  await storeUpload(ctx, itemImportStorageKey(id), size)
  try {
    const { answer, old } = await ctx.writing(async (em) => {
      const row = em.create(ItemImportEntity, {
        ...{ id, size, name: cleanFileName(name), workspace_id: workspace.id, project_id: project.id },
        ...{ created_by: user.id, status: 'draft', problem: null, format: null, total: null },
        ...{ settings: {}, created_values: {} },
      })
      await em.flush()
      const old = await removeOldDrafts({ ...ctx, em })
      return { answer: presentRow(itemImportRow, row), old }
    })
    await storage.remove(old)
    return answer
  } catch (error) {
    // If two requests with the same id arrive at the same time, the stored file belongs to the first request
    // and must stay.
    if ((await ctx.em.fork().findOne(ItemImportEntity, { id })) !== null) throw duplicateImportId()
    await storage.remove([itemImportStorageKey(id)])
    throw error
  }
}

/**
 * Deletes the oldest uploads of the user that were not imported, so that a user stores only a few of them. Returns the
 * storage keys of their files.
 */
async function removeOldDrafts({ em, user, workspace }: ProjectContext): Promise<string[]> {
  const drafts = { created_by: user.id, workspace_id: workspace.id, status: 'draft' } as const
  const orderBy = { created_at: 'desc', id: 'desc' } as const
  const old = await em.find(ItemImportEntity, drafts, { orderBy, offset: maxItemImportDrafts })
  for (const row of old) em.remove(row)
  await em.flush()
  return old.map(({ id }) => itemImportStorageKey(id))
}

/**
 * Starts the import of an uploaded file with the settings that the user has chosen, such as the field of each column.
 */
export async function startItemImport(
  ctx: ProjectContext,
  id: string,
  settings: ItemImportSettings,
): Promise<ItemImportRow> {
  const draft = await ctx.em.findOne(ItemImportEntity, { id, ...ownItemImportsFilter(ctx) })
  if (draft === null) throw notFound()
  assertDraft(draft)
  const summary = await readUploadedSource(ctx, draft, settings, async (source) => source.summary)
  assertComplete(summary)
  const { format, total } = summary
  return ctx.writing(async (em) => {
    const within = { ...ctx, em }
    await assertBelowLimit(within)
    const row = await loadOwn(within, id)
    assertDraft(row)
    Object.assign(row, { status: 'queued', settings: { ...settings, format }, format, total })
    await em.flush()
    await ctx.jobs.enqueue(em, importItemsJob, { import_id: id, created_by: row.created_by })
    return presentRow(itemImportRow, row)
  })
}

function assertDraft({ status }: ItemImport): void {
  if (status !== 'draft') throw new AppError('conflict', 'The import has already been started.')
}

/**
 * Throws if the user still has to choose the column of the titles or the order of day and month, or if the file
 * contains no work items.
 */
function assertComplete({ format, fields, asks_date_order, totals }: SourceSummary): void {
  if (tableFormats.includes(format) && !fields.includes('title'))
    throw invalid('columns', 'Choose the column with the titles.')
  if (asks_date_order)
    throw invalid('date_order', 'Choose whether the day or the month comes first in dates.')
  if (totals.items === 0) throw invalid('columns', 'The file contains no work items.')
}

async function assertBelowLimit(ctx: ProjectContext): Promise<void> {
  // Lock the user's membership, so that concurrent requests cannot exceed the maximum number of running imports.
  await lockOwnMembership(ctx)
  const running = await ctx.em.count(ItemImportEntity, {
    workspace_id: ctx.workspace.id,
    created_by: ctx.user.id,
    status: { $in: ['queued', 'processing', 'undoing'] },
  })
  if (running >= maxConcurrentImports)
    throw new AppError(
      'rate_limited',
      `You already have ${maxConcurrentImports} running imports. Wait until one is finished.`,
    )
}

/** Stops an import. The job checks the status before each transaction, so it imports no more rows. */
export async function stopItemImport(ctx: ProjectContext, id: string): Promise<ItemImportRow> {
  const row = await loadOwn(ctx, id)
  const isDraft = row.status === 'draft'
  if (isDraft || row.status === 'queued' || row.status === 'processing') row.status = 'stopped'
  await ctx.em.flush()
  if (isDraft) ctx.afterCommit(() => ctx.storage.remove([itemImportStorageKey(id)]))
  return presentRow(itemImportRow, row)
}

/** Starts a job that undoes an import that has ended. */
export async function undoItemImport(ctx: ProjectContext, id: string): Promise<ItemImportRow> {
  const row = await loadOwn(ctx, id)
  if (isItemImportRunning(row)) throw new AppError('conflict', 'Stop the import before you undo it.')
  if (row.status === 'undone') throw new AppError('conflict', 'The import has already been undone.')
  Object.assign(row, { status: 'undoing', problem: null })
  await ctx.em.flush()
  await ctx.jobs.enqueue(ctx.em, undoItemImportJob, { import_id: id, created_by: row.created_by })
  return presentRow(itemImportRow, row)
}

async function loadOwn(ctx: ProjectContext, id: string): Promise<ItemImport> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
  const row = await ctx.em.findOne(ItemImportEntity, { id, ...ownItemImportsFilter(ctx) }, lock)
  if (row === null) throw notFound()
  return row
}
