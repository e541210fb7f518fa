import { type AttachmentResponse, attachmentResponse } from '#common/documents/files/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { type ServeOptions, serveFile } from '../../documents/files/serve.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'

export async function listAttachments(ctx: ProjectContext, itemId: string): Promise<AttachmentResponse[]> {
  return runInCurrentProjectOfItem(ctx, itemId, async (itemCtx) => {
    await loadWorkItem(itemCtx, itemId)
    return loadAttachmentsOfItem(itemCtx, itemId)
  })
}

/** Returns the attachments of an item, oldest first. The caller has checked access to the item. */
export async function loadAttachmentsOfItem(
  ctx: WorkspaceContext,
  itemId: string,
): Promise<AttachmentResponse[]> {
  const rows = await query(ctx.em)
    .selectFrom('work_item_attachments')
    .selectAll()
    .where('issue_id', '=', itemId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => presentAttachment(ctx, row))
}

export async function getAttachment(
  ctx: ProjectContext,
  itemId: string,
  id: string,
  reading: ServeOptions,
): Promise<Response> {
  const file = await runInCurrentProjectOfItem(ctx, itemId, async (itemCtx) => {
    await loadWorkItem(itemCtx, itemId)
    const row = await query(itemCtx.em)
      .selectFrom('work_item_attachments')
      .select(['id', 'attributes'])
      .where('id', '=', id)
      .where('issue_id', '=', itemId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) throw notFound('The requested asset could not be found.')
    return row
  })
  return serveFile(ctx, file, reading)
}

interface Row {
  id: string
  project_id: string | null
  issue_id: string
}

export function presentAttachment({ workspace }: WorkspaceContext, row: Row): AttachmentResponse {
  const { id, project_id, issue_id } = row
  const path = `projects/${project_id}/issues/${issue_id}/attachments/${id}`
  const asset_url = `/api/assets/v2/workspaces/${workspace.slug}/${path}/`
  return presentRow(attachmentResponse, { ...row, asset: id, asset_url })
}
