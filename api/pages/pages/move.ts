import type { pageCalls } from '#common/pages/pages/calls.ts'
import { canCreatePages, canMovePage, canPlacePage } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid } from '#common/platform/errors.ts'
import { projectWriteProblem } from '#common/platform/guards.ts'
import { findProject } from '../../access/access.ts'
import { moveFiles } from '../../documents/files/move-files.ts'
import { FavoriteEntity } from '../../organization/favorites/entity.ts'
import { type PageContext, pageActor, pageContainerId, pageContextProjectId } from './container.ts'
import type { Page } from './entity.ts'
import { matchLabelsInTargetProject } from './labels.ts'
import { loadPage, savePage } from './load.ts'
import { joinPublishedTree } from './publication.ts'
import { rebroadcastPageRows } from './rebroadcast.ts'
import { assertCanNestPage, lockDescendantPages, lockPageTrees, positionBeforeSiblings } from './tree.ts'

/**
 * Moves a page to another project, or out of all projects, with the descendants that the caller may edit.
 * Other descendants stay in the old project or workspace and move to the top level.
 */
export async function movePage(
  ctx: PageContext,
  id: string,
  { new_project_id, parent = null, sort_order }: BodyOf<typeof pageCalls.movePage>,
): Promise<PageResponse> {
  const from = pageContextProjectId(ctx)
  if (new_project_id === from)
    throw invalid(
      'new_project_id',
      from === null ? 'The page is already in this workspace.' : 'The page is already in this project.',
    )
  await lockPageTrees(ctx, [from, new_project_id])
  const page = await loadPage(ctx, id)
  if (!canMovePage(pageActor(ctx), page)) throw forbidden()
  if (page.is_locked) throw new AppError('invalid', 'Page is locked')
  if (page.archived_at !== null) throw new AppError('invalid', 'Page is archived')
  const target = await targetOf(ctx, new_project_id)
  const below = await lockDescendantPages(ctx, id)
  const moved = [page, ...movableDescendants(ctx, page, below)]
  const ids = moved.map((one) => one.id)
  for (const one of below) {
    if (!moved.includes(one) && one.parent !== null && ids.includes(one.parent))
      Object.assign(one, { parent: null, updated_by: ctx.user.id })
  }
  page.sort_order = sort_order ?? (await positionBeforeSiblings(target, parent))
  page.parent = null
  await matchLabelsInTargetProject(ctx.em, new_project_id, moved)
  for (const one of moved) changeContainer(one, ctx, target)
  await ctx.em.flush()
  if (parent !== null) {
    await assertCanNestPage(target, page, parent)
    await joinPublishedTree(target, page, { parent, before: new Map(), below: moved.slice(1) })
    page.parent = parent
  }
  await moveFiles(ctx.em, ids, new_project_id)
  await rebroadcastPageRows(ctx.em, ids)
  const favorites = {
    entity_type: 'page',
    entity_identifier: { $in: ids },
    project_id: from,
  } as const
  for (const favorite of await ctx.em.find(FavoriteEntity, favorites)) favorite.project_id = new_project_id
  return savePage(ctx, page)
}

/**
 * Returns the context of the project or workspace to which the page moves. The caller must be able to create
 * pages there, and must have locked the page tree of that project or workspace.
 */
async function targetOf(ctx: PageContext, id: string | null): Promise<PageContext> {
  if (id === null) {
    const target: PageContext = { ...ctx }
    if ('project' in target) Reflect.deleteProperty(target, 'project')
    if (!canCreatePages(pageActor(target))) throw forbidden()
    return target
  }
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('new_project_id', 'Project not found.')
  const target = { ...ctx, ...found }
  if (!canCreatePages(target.project)) throw forbidden()
  const problem = projectWriteProblem(target.project, 'pages')
  if (problem === 'archived') throw new AppError('invalid', 'Archived projects cannot be updated')
  if (problem !== null) throw invalid('new_project_id', 'Pages are turned off in the other project.')
  return target
}

function movableDescendants(ctx: PageContext, { id }: Page, below: Page[]): Page[] {
  const actor = pageActor(ctx)
  return findDescendantPages(
    id,
    below.filter((one) => canPlacePage(actor, one)),
  )
}

/**
 * Assigns the page to its new project, or to the workspace without a project. Stores the former project, so
 * that old addresses still work. If the page belonged to no project, the id of the workspace is stored instead.
 */
function changeContainer(page: Page, ctx: PageContext, target: PageContext): void {
  const [from, to] = [pageContainerId(ctx), pageContainerId(target)]
  const others = page.project_ids.filter((one) => one !== from && one !== to)
  const isOfProject = pageContextProjectId(target) !== null
  const left = isOfProject ? [from] : [...others, from]
  page.project_ids = isOfProject ? [...others, to] : []
  page.former_project_ids = [
    ...page.former_project_ids.filter((one) => one !== to && !left.includes(one)),
    ...left,
  ]
  page.updated_by = ctx.user.id
}
