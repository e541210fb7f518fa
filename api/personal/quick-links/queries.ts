import { type QuickLinkRow, quickLinkRow } from '#common/personal/quick-links/schema.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listQuickLinks({ em, user, workspace }: WorkspaceContext): Promise<QuickLinkRow[]> {
  const rows = await query(em)
    .selectFrom('quick_links')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('owner', '=', user.id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => presentRow(quickLinkRow, row))
}
