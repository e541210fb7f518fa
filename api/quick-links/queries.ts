import { type QuickLinkRow, quickLinkRow } from '#common/quick-links/schema.ts'
import type { WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'

export async function listQuickLinks({ em, user, workspace }: WorkspaceContext): Promise<QuickLinkRow[]> {
  const rows = await query(em)
    .selectFrom('quick_links')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('owner', '=', user.id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => present(quickLinkRow, row))
}
