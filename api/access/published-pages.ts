import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canPublishPage, workspacePageActor } from '#common/pages/pages/rules.ts'
import type { PagePublication } from '#common/pages/pages/schema.ts'
import { projectWriteProblem } from '#common/platform/guards.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { role } from '#common/platform/roles.ts'
import { query } from '../platform/db/orm.ts'
import { accessibleProjects, findWorkspace } from './access.ts'

/** A page that everybody with the link can read. */
export interface PublishedPageRow {
  id: string
  parent: string | null
  owned_by: string
  access: 0 | 1
  is_locked: boolean
  archived_at: Date | null
  name: string
  logo_props: LogoProps
  view_props: Record<string, unknown>
  updated_at: Date
}

export interface PublishedPages {
  workspace_id: string
  publication: PagePublication
  /** The published page, followed by its public sub-pages in the order of the page list. */
  pages: [PublishedPageRow, ...PublishedPageRow[]]
}

/**
 * Returns the pages behind a public link, or null if the link does not work. Each call reads the current
 * permissions of the user who published the page, because the link shows only pages that this user may still
 * publish.
 */
export async function findPublishedPages(em: EntityManager, anchor: string): Promise<PublishedPages | null> {
  const root = await query(em)
    .selectFrom('pages')
    .select(['workspace_id', 'project_ids', 'publication', ...columns])
    .where(sql<boolean>`publication is not null and publication->>'anchor' = ${anchor}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (root === undefined || root.publication === null) return null
  const { workspace_id, project_ids, publication, ...page } = root
  const publisher = await findPublisher(em, publication.published_by, root)
  if (publisher === null || !canPublishPage(publisher, page)) return null
  const below = publication.has_sub_pages ? await selectSharedSubPages(em, root) : []
  const byParent = Map.groupBy(below, ({ parent }) => parent)
  return { workspace_id, publication, pages: [page, ...publicTree(page.id, byParent, publisher)] }
}

/**
 * Returns whether search engines may list the pages of a public link. Does not check whether the link still works,
 * because the screen of a link that does not work contains nothing.
 */
export async function isPublishedPageIndexed(em: EntityManager, anchor: string): Promise<boolean> {
  const page = await query(em)
    .selectFrom('pages')
    .select(sql<string | null>`publication->>'is_indexed'`.as('is_indexed'))
    .where(sql<boolean>`publication is not null and publication->>'anchor' = ${anchor}`)
    .where('access', '=', 0)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return page?.is_indexed === 'true'
}

/**
 * Returns the publishers of the pages that are published with their sub-pages and whose link shows the page `id`, by the
 * id of the published page: the page itself and its ancestors up to the first page that is private or archived. A link
 * shows only pages that its publisher may publish.
 */
export async function findPublishedTrees(em: EntityManager, id: string): Promise<Map<string, Publisher>> {
  const { rows } = await sql<PageAbove>`
    with recursive above as (
      select ${sql.join(columnsAbove.map((name) => sql.ref(name)))} from pages
      where id = ${id} and access = 0 and archived_at is null and deleted_at is null
      union
      select ${sql.join(columnsAbove.map((name) => sql.ref(`p.${name}`)))} from pages p join above a on p.id = a.parent
      where p.access = 0 and p.archived_at is null and p.deleted_at is null
        and p.workspace_id = a.workspace_id and p.project_ids = a.project_ids
    )
    select * from above`.execute(query(em))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const trees = new Map<string, Publisher>()
  const path: PageAbove[] = []
  for (let page = byId.get(id); page !== undefined; page = byId.get(page.parent ?? '')) {
    byId.delete(page.id)
    path.push(page)
    if (page.publication?.has_sub_pages !== true) continue
    const publisher = await findPublisher(em, page.publication.published_by, page)
    if (publisher !== null && path.every((one) => canPublishPage(publisher, one)))
      trees.set(page.id, publisher)
  }
  return trees
}

const columnsAbove = [
  ...(['id', 'parent', 'publication', 'workspace_id', 'project_ids'] as const),
  ...(['owned_by', 'access', 'archived_at'] as const),
]

interface PageAbove extends Pick<PublishedPageRow, 'id' | 'parent' | 'owned_by' | 'access' | 'archived_at'> {
  workspace_id: string
  project_ids: string[]
  publication: PagePublication | null
}

const columns = [
  ...(['id', 'parent', 'owned_by', 'access', 'is_locked', 'archived_at'] as const),
  ...(['name', 'logo_props', 'view_props', 'updated_at'] as const),
]

type Publisher = Parameters<typeof canPublishPage>[0]

/**
 * Returns the user who published the page, with the user's current role in the projects or workspace of the
 * page. Returns null if the user has no access any more. Pages of a project whose pages are turned off are not
 * public. Pages of an archived project can still be read.
 */
async function findPublisher(
  em: EntityManager,
  user_id: string,
  { workspace_id, project_ids }: { workspace_id: string; project_ids: string[] },
): Promise<Publisher | null> {
  if (project_ids.length === 0) {
    const workspace = await findWorkspace(em, user_id, { id: workspace_id })
    return workspace === null ? null : workspacePageActor(user_id, workspace.role)
  }
  const projects = await accessibleProjects(em, user_id, { id: workspace_id })
    .where(sql<boolean>`project_id = any(${project_ids}::uuid[])`)
    .execute()
  const [best] = projects
    .filter((project) => projectWriteProblem(project, 'pages') !== 'switched_off')
    .sort((a, b) => b.role - a.role)
  return best === undefined ? null : { user_id, role: best.role, sees_all: best.role >= role.member }
}

/**
 * Returns the sub-pages at any depth that are neither private nor archived. The sub-pages of a private, archived or
 * deleted page are omitted too.
 */
async function selectSharedSubPages(
  em: EntityManager,
  { id, workspace_id, project_ids }: { id: string; workspace_id: string; project_ids: string[] },
): Promise<PublishedPageRow[]> {
  const { rows } = await sql<PublishedPageRow>`
    with recursive shared as (
      select id, parent, access, archived_at, deleted_at, workspace_id, project_ids from pages where parent = ${id}
      union
      select p.id, p.parent, p.access, p.archived_at, p.deleted_at, p.workspace_id, p.project_ids
      from pages p join shared s on p.parent = s.id
      where s.access = 0 and s.archived_at is null and s.deleted_at is null
    )
    select ${sql.join(columns.map((name) => sql.ref(`p.${name}`)))} from pages p join shared s on s.id = p.id
    where p.access = 0 and p.archived_at is null and p.deleted_at is null and p.id <> ${id}
      and p.workspace_id = ${workspace_id} and p.project_ids = ${project_ids}::uuid[]
    order by p.sort_order, p.created_at desc, p.id`.execute(query(em))
  return rows
}

/**
 * Returns the sub-pages that the publisher may publish, parents first. If a page is left out, the pages below it are
 * left out too.
 */
function publicTree(
  id: string,
  byParent: ReadonlyMap<string | null, readonly PublishedPageRow[]>,
  publisher: Publisher,
): PublishedPageRow[] {
  return (byParent.get(id) ?? [])
    .filter((page) => canPublishPage(publisher, page))
    .flatMap((page) => [page, ...publicTree(page.id, byParent, publisher)])
}
