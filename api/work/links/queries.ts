import type { EntityManager } from '@mikro-orm/postgresql'
import { type LinkResponse, linkResponse } from '#common/work/links/schema.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'

export function listLinks(ctx: ProjectContext, id: string): Promise<LinkResponse[]> {
  return runInCurrentProjectOfItem(ctx, id, async (itemCtx) => {
    await loadWorkItem(itemCtx, id)
    return loadLinksOfItem(itemCtx, id)
  })
}

/**
 * Returns the links of an item that the caller can see, newest first. Sorting by id gives restored links
 * their former position.
 */
export async function loadLinksOfItem({ em }: WorkspaceContext, issueId: string): Promise<LinkResponse[]> {
  const rows = await query(em)
    .selectFrom('work_item_links')
    .selectAll()
    .where('issue_id', '=', issueId)
    .orderBy('id', 'desc')
    .execute()
  return presentLinks(em, rows)
}

type AnyLink = object & { created_by: string | null }

async function presentLinks(em: EntityManager, links: readonly AnyLink[]): Promise<LinkResponse[]> {
  const authors = await loadUsersLite(
    em,
    links.flatMap(({ created_by }) => created_by ?? []),
  )
  return links.map((link) =>
    presentRow(linkResponse, {
      ...link,
      created_by_id: link.created_by,
      created_by_detail: authors.get(link.created_by) ?? null,
    }),
  )
}

export async function presentLink({ em }: WorkspaceContext, link: AnyLink): Promise<LinkResponse> {
  const [answer] = await presentLinks(em, [link])
  if (answer === undefined) throw new Error('a link has no answer')
  return answer
}
