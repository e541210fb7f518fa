import type { ResponseOf } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import type { workItemBulkCalls } from '#common/work/work-items/bulk-calls.ts'
import { canArchiveWorkItem } from '#common/work/work-items/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { lockItems } from './lock-items.ts'
import { lockItemTree } from './tree.ts'
import { writeItems } from './write-items.ts'

type Archived = ResponseOf<typeof workItemBulkCalls.archiveWorkItem>

export async function archiveWorkItem(ctx: ProjectContext, id: string): Promise<Archived> {
  return archive(
    ctx,
    [id],
    () => new AppError('invalid', 'Can only archive completed or cancelled state group issue'),
  )
}

export async function archiveWorkItems(ctx: ProjectContext, ids: string[]): Promise<Archived> {
  const code = 'INVALID_ARCHIVE_STATE_GROUP'
  return archive(ctx, ids, () => new AppError('invalid', code, { error_code: 4091, error_message: code }))
}

export async function unarchiveWorkItem(ctx: ProjectContext, id: string): Promise<undefined> {
  await unarchiveWorkItems(ctx, [id])
}

/** Restores archived items. Items that are not archived do not change. */
export async function unarchiveWorkItems(ctx: ProjectContext, ids: string[]): Promise<{ message: string }> {
  const rows = await lockItems(ctx, ids)
  await writeItems(
    ctx,
    rows.map((before) => ({ before, patch: { archived_at: null } })),
  )
  return { message: `${rows.length} issues were restored` }
}

/** Archives items. Items that are already archived keep their archive date. */
async function archive(ctx: ProjectContext, ids: string[], refusal: () => AppError): Promise<Archived> {
  await lockItemTree(ctx)
  const rows = await lockItems(ctx, ids)
  if (!rows.every(canArchiveWorkItem)) throw refusal()
  const now = new Date()
  const written = await writeItems(
    ctx,
    rows.map((before) => ({ before, patch: { archived_at: before.archived_at ?? now } })),
  )
  return { archived_at: (written[0]?.archived_at ?? now).toISOString() }
}
