import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { role } from '#common/platform/roles.ts'
import {
  activeWorkspaceMemberships,
  deletedProjectAccessSubquery,
  projectAccessSubquery,
} from '../../access/query.ts'
import { type Page, PageEntity } from '../../pages/pages/entity.ts'
import { rebroadcastPageRows } from '../../pages/pages/rebroadcast.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Gives the private pages that other people work on to one of these people, and returns the private pages that nobody
 * else sees.
 */
export async function handOverPrivatePages(em: EntityManager, userId: string): Promise<Page[]> {
  const pages = await em.find(
    PageEntity,
    { owned_by: userId, access: 1 },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  )
  const { rows } = await handedOverPagesSql(userId).execute(query(em))
  const newOwners = new Map(rows.map((row) => [row.id, row.new_owner]))
  const unshared = pages.filter(({ id }) => !newOwners.has(id))
  const unsharedIds = new Set(unshared.map(({ id }) => id))
  for (const page of pages) {
    const owner = newOwners.get(page.id)
    if (owner === undefined) continue
    const { [owner]: _, ...shares } = page.shares
    const isBelowUnshared = page.parent !== null && unsharedIds.has(page.parent)
    Object.assign(page, { owned_by: owner, shares, ...(isBelowUnshared && { parent: null }) })
  }
  await moveToTopLevel(em, userId, unsharedIds)
  await em.flush()
  await rebroadcastPageRows(em, [...newOwners.keys()])
  return unshared
}

/**
 * Moves sub-pages that other people own to the top level before their parent pages are deleted. The foreign key would
 * also reset `parent`, but clients would not receive that change.
 */
async function moveToTopLevel(
  em: EntityManager,
  userId: string,
  deletedIds: ReadonlySet<string>,
): Promise<void> {
  const pages = await em.find(
    PageEntity,
    { parent: { $in: [...deletedIds] }, owned_by: { $ne: userId } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  )
  for (const page of pages) page.parent = null
}

/**
 * SQL for the private pages of a user that are shared with somebody who can open them. Each page has one new owner: a
 * person who may edit it, otherwise a person who may comment on it, otherwise a reader.
 */
export function handedOverPagesSql(userId: string) {
  return sql<{ id: string; new_owner: string; deleted_at: Date | null }>`
    select distinct on (p.id) p.id, p.deleted_at, member.user_id as new_owner
    from pages p cross join lateral jsonb_each_text(p.shares) shared(user_id, role)
    join lateral (select members.user_id, members.workspace_role from ${activeWorkspaceMemberships}
      where members.workspace_id = p.workspace_id and members.user_id = shared.user_id::uuid
        and members.is_account_active) member on true
    where p.owned_by = ${userId} and p.access = 1 and member.user_id <> p.owned_by and case p.project_ids
      when '{}' then member.workspace_role >= ${role.member}
      else exists (select from ${projectAccessSubquery} where ${hasProjectRole})
        or exists (select from ${deletedProjectAccessSubquery} where ${hasProjectRole}) end
    order by p.id, array_position(array['write', 'comment', 'read'], shared.role), member.user_id`
}

const hasProjectRole = sql`access.user_id = member.user_id and access.workspace_id = p.workspace_id
  and access.project_id = any(p.project_ids) and access.role is not null`
