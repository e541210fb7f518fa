import { documentName } from '#common/document/names.ts'
import type { ProjectContext } from '../context.ts'
import type { DocumentContent } from '../documents/ports.ts'
import type { ItemRow } from './item-row.ts'

/** Through the document, so that there is one truth and open editors see it. */
export async function describe(
  ctx: ProjectContext,
  item: Pick<ItemRow, 'id' | 'workspace_id'>,
  content: DocumentContent,
): Promise<void> {
  const target = { name: documentName('work_item', item.id), workspace_id: item.workspace_id }
  const { etag } = await ctx.documents.write(ctx.em, target, content, ctx.user.id)
  if (etag !== null) ctx.http.setEtag(etag)
}
