import { type LinkAnswer, linkAnswer } from '#common/work/links/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { inCurrentProject } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'

export function listLinks(ctx: ProjectContext, id: string): Promise<LinkAnswer[]> {
  return inCurrentProject(ctx, id, async (itemCtx) => {
    await loadWorkItem(itemCtx, id)
    return linksOf(itemCtx, id)
  })
}

/**
 * Returns the links of an item that the caller can see, newest first. Sorting by id gives restored links their former position.
 */
export async function linksOf({ em }: WorkspaceContext, issueId: string): Promise<LinkAnswer[]> {
  const rows = await query(em)
    .selectFrom('work_item_links')
    .selectAll()
    .where('issue_id', '=', issueId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(presentLink)
}

export function presentLink(link: object & { created_by: string | null }): LinkAnswer {
  return present(linkAnswer, { ...link, created_by_id: link.created_by })
}
