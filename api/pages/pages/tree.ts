import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canEditPage, canSeePage } from '#common/pages/pages/rules.ts'
import {
  canNestPageUnderParent,
  maxPageLevels,
  type PageNestingProblem,
  type PageNode,
  pageNestingProblem,
} from '#common/pages/pages/tree.ts'
import { type AppError, forbidden, invalid } from '#common/platform/errors.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { firstAndLastPosition, respaceRows } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { lockItemTrees } from '../../work/work-items/tree.ts'
import {
  isPageInContainer,
  isPageInContainerSql,
  type PageContext,
  pageActor,
  pageContextProjectId,
} from './container.ts'
import { type Page, PageEntity } from './entity.ts'

const nestingMessages: Record<PageNestingProblem, string> = {
  missing: 'The parent page must be in the same project or workspace.',
  archived: 'You can’t move a page under an archived page.',
  cycle: 'You can’t move a page under itself or one of its sub-pages.',
  private: 'You can’t move a shared page under a private page.',
  too_deep: `Pages can be nested at most ${maxPageLevels} levels deep.`,
}

/**
 * Locks the page tree of the project or workspace, so that tree changes run one after the other. The function
 * must be called before any page is locked, to avoid deadlocks.
 */
export async function lockPageTree(ctx: PageContext): Promise<void> {
  await lockPageTrees(ctx, [pageContextProjectId(ctx)])
}

/**
 * Locks the page trees of several projects in a fixed order. The id null means the pages of the workspace that
 * belong to no project.
 */
export async function lockPageTrees(
  { em, workspace }: PageContext,
  projectIds: readonly (string | null)[],
): Promise<void> {
  const projects = projectIds.filter((id) => id !== null)
  if (projects.length > 0) await lockItemTrees(em, projects)
  if (projects.length === projectIds.length) return
  const lock = `pages of ${workspace.id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(query(em))
}

/** Throws if the page cannot go below `parentId`. The caller must have locked the page tree. */
export async function assertCanNestPage(ctx: PageContext, page: NestedPage, parentId: string): Promise<void> {
  const refusal = await nestingError(ctx, page, parentId)
  if (refusal !== null) throw refusal
}

type NestedPage = Pick<Page, 'id' | 'access'>

/** Returns the error if a page cannot go below `parentId`, otherwise null. */
export async function nestingError(
  ctx: PageContext,
  page: NestedPage,
  parentId: string,
): Promise<AppError | null> {
  const { rows } = await sql<PageNode>`
    with recursive above as (
      select id, parent, access, archived_at from pages where id = ${parentId} and ${isPageInContainerSql(ctx)}
      union
      select p.id, p.parent, p.access, p.archived_at from pages p join above a on a.parent = p.id where ${isPageInContainerSql(ctx, 'p')}
    )
    select * from above union select id, parent, access, archived_at from pages
    where id in (${idsBelow(ctx, page.id)}) or id = ${page.id}`.execute(query(ctx.em))
  const problem = pageNestingProblem(page, parentId, new Map(rows.map((row) => [row.id, row])))
  const parent = problem === null ? await ctx.em.findOne(PageEntity, { id: parentId }) : null
  // A parent page that the caller cannot see is treated like a parent that does not exist.
  if (problem !== null || parent === null || !canSeePage(pageActor(ctx), parent))
    return invalid('parent', nestingMessages[problem ?? 'missing'])
  return canEditPage(pageActor(ctx), parent) ? null : forbidden()
}

/**
 * Locks and returns all descendants of a page in its project or workspace, including pages that the caller
 * cannot see. The caller must have locked the page tree.
 */
export async function lockDescendantPages(ctx: PageContext, id: string): Promise<Page[]> {
  const { rows } = await sql<{ id: string }>`select id from (${idsBelow(ctx, id)}) below`.execute(
    query(ctx.em),
  )
  if (rows.length === 0) return []
  return ctx.em.find(
    PageEntity,
    { id: { $in: rows.map((row) => row.id) } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  )
}

/**
 * Returns a function that checks whether a restored page still fits below its old parent. Other pages may have
 * been moved in the meantime, so the old position could create a cycle or exceed the depth limit. The returned
 * function takes into account the pages that were restored by earlier calls. The caller must have locked the
 * tree.
 */
export async function createRestoreParentCheck(
  ctx: PageContext,
): Promise<(page: Pick<Page, 'id' | 'access' | 'archived_at'>, parentId: string | null) => boolean> {
  const rows = await query(ctx.em)
    .selectFrom('pages')
    .select(['id', 'parent', 'access', 'archived_at'])
    .where(isPageInContainerSql(ctx))
    .execute()
  const nodes = new Map<string, PageNode>(rows.map((row) => [row.id, row]))
  return ({ id, access, archived_at }, parentId) => {
    const fits = parentId === null || canNestPageUnderParent(id, parentId, nodes)
    const known = nodes.get(id)?.parent ?? null
    nodes.set(id, { id, access, archived_at, parent: fits ? parentId : known })
    return fits
  }
}

/** Returns a position before all pages with this parent. */
export async function positionBeforeSiblings(ctx: PageContext, parent: string | null): Promise<number> {
  const beside = query(ctx.em)
    .selectFrom('pages')
    .where(isPageInContainerSql(ctx))
    .where(sql<boolean>`parent is not distinct from ${parent}`)
  return (await firstAndLastPosition(beside)).start
}

/**
 * If the page's position is too close to a neighbor's position, moves the neighbors apart. The caller must
 * have locked the page tree.
 */
export async function respacePagesAround(ctx: PageContext, page: Page): Promise<void> {
  const beside = await ctx.em.find(PageEntity, {
    workspace_id: ctx.workspace.id,
    parent: page.parent,
    deleted_at: null,
  })
  const rows = beside.filter((one) => isPageInContainer(ctx, one))
  respaceRows(
    rows,
    page,
    'sort_order',
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? -1 : 1),
  )
}

/** Returns a position directly after a page. */
export async function positionAfterPage(
  ctx: PageContext,
  page: Pick<Page, 'parent' | 'sort_order'>,
): Promise<number> {
  const { next } = await query(ctx.em)
    .selectFrom('pages')
    .select(sql<number | null>`min(sort_order)`.as('next'))
    .where(isPageInContainerSql(ctx))
    .where(sql<boolean>`parent is not distinct from ${page.parent}`)
    .where('sort_order', '>', page.sort_order)
    .executeTakeFirstOrThrow()
  return positionBetween(page.sort_order, next)
}

function idsBelow(ctx: PageContext, id: string) {
  return sql`
    with recursive below as (
      select id from pages where parent = ${id} and ${isPageInContainerSql(ctx)}
      union
      select p.id from pages p join below b on p.parent = b.id where ${isPageInContainerSql(ctx, 'p')}
    )
    select id from below`
}
