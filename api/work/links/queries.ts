import { type LinkAnswer, linkAnswer } from '#common/work/links/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { whereItIs } from '../work-items/moved-on.ts'

export function listLinks(ctx: ProjectContext, id: string): Promise<LinkAnswer[]> {
  return whereItIs(ctx, id, async (there) => {
    await loadWorkItem(there, id)
    return linksOf(there, id)
  })
}

/** Of an item that the caller sees, the newest first: by id, which one that was deleted and comes back has again. */
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
