import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canSeePage, workspacePageActor } from '#common/pages/pages/rules.ts'
import { hasRoleAtLeast, type Role } from '#common/platform/roles.ts'
import { activeWorkspaceMemberships, projectAccessSubquery } from '../../access/query.ts'
import { query } from '../../platform/db/orm.ts'
import type { PageEvent } from './page-events.ts'
import type { EventReceivers, NotifiedPage } from './receivers.ts'

/** Returns the receivers of page events: users with access to the page, except the actor. */
export async function findPageEventReceivers(
  em: EntityManager,
  workspaceId: string,
  happened: readonly PageEvent[],
): Promise<EventReceivers[]> {
  const people = [...new Set(happened.flatMap(({ concerned }) => [...concerned.keys()]))]
  if (people.length === 0) return []
  const pages = await pagesOf(em, happened)
  const sees = await membersWithAccess(em, workspaceId, people, [...pages.values()])
  return happened.flatMap(({ page_id, concerned, ...event }) => {
    const page = pages.get(page_id)
    if (page === undefined) return []
    const receivers = new Map(
      [...concerned].filter(([person]) => person !== event.actor_id && sees(person, page)),
    )
    return receivers.size === 0
      ? []
      : [{ ...event, subject: { entity_name: 'page' as const, ...page }, receivers }]
  })
}

type Page = NotifiedPage & { is_locked: boolean; archived_at: Date | null }

async function pagesOf(
  em: EntityManager,
  happened: readonly PageEvent[],
): Promise<ReadonlyMap<string, Page>> {
  const rows = await query(em)
    .selectFrom('pages')
    .select(['id', 'name', 'project_ids', 'access', 'owned_by', 'is_locked', 'archived_at', 'shares'])
    .where(sql<boolean>`id = any(${[...new Set(happened.map(({ page_id }) => page_id))]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function membersWithAccess(em: EntityManager, workspaceId: string, people: string[], pages: Page[]) {
  const inProjects = await query(em)
    .selectFrom(projectAccessSubquery)
    .select(['user_id', 'project_id', 'role', 'sees_all'])
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<boolean>`project_id = any(${[...new Set(pages.flatMap(({ project_ids }) => project_ids))]}::uuid[])`,
    )
    .where(sql<boolean>`user_id = any(${people}::uuid[])`)
    .where('is_account_active', '=', true)
    .where('role', 'is not', null)
    .execute()
  const inWorkspace = await query(em)
    .selectFrom(activeWorkspaceMemberships)
    .select(['user_id', 'workspace_role'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`user_id = any(${people}::uuid[])`)
    .where('is_account_active', '=', true)
    .execute()
  const roles = new Map(inWorkspace.map(({ user_id, workspace_role }) => [user_id, workspace_role]))
  const byPerson = Map.groupBy(inProjects, ({ user_id }) => user_id)
  return (person: string, page: Page): boolean => {
    if (page.project_ids.length === 0)
      return canSeePage(workspacePageActor(person, roles.get(person) ?? null), page)
    const memberships = (byPerson.get(person) ?? []).filter(({ project_id }) =>
      page.project_ids.includes(project_id),
    )
    const role = memberships.reduce<Role | null>(
      (most, one) => (one.role !== null && hasRoleAtLeast(most, one.role) ? most : one.role),
      null,
    )
    return canSeePage({ user_id: person, role, sees_all: memberships.some(({ sees_all }) => sees_all) }, page)
  }
}
