import { type AttachmentAnswer, attachmentAnswer } from '#common/documents/files/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { type ServeOptions, serveFile } from '../../documents/files/serve.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { whereItIs } from '../work-items/moved-on.ts'

export async function listAttachments(ctx: ProjectContext, itemId: string): Promise<AttachmentAnswer[]> {
  return whereItIs(ctx, itemId, async (there) => {
    await loadWorkItem(there, itemId)
    return attachmentsOf(there, itemId)
  })
}

/** Of an item that the caller sees, the oldest first. */
export async function attachmentsOf(ctx: WorkspaceContext, itemId: string): Promise<AttachmentAnswer[]> {
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
  const file = await whereItIs(ctx, itemId, async (there) => {
    await loadWorkItem(there, itemId)
    const row = await query(there.em)
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

export function presentAttachment({ workspace }: WorkspaceContext, row: Row): AttachmentAnswer {
  const { id, project_id, issue_id } = row
  const place = `projects/${project_id}/issues/${issue_id}/attachments/${id}`
  const asset_url = `/api/assets/v2/workspaces/${workspace.slug}/${place}/`
  return present(attachmentAnswer, { ...row, asset: id, asset_url })
}
