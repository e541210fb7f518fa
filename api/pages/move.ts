import type { BodyOf } from '#common/call.ts'
import { AppError, forbidden, invalid } from '#common/errors.ts'
import { writeProblem } from '#common/guards.ts'
import type { pageCalls } from '#common/pages/calls.ts'
import { canCreatePages, canEditPage, canMovePage } from '#common/pages/rules.ts'
import type { PageAnswer } from '#common/pages/schema.ts'
import { belowIn } from '#common/pages/tree.ts'
import { findProject } from '../access/access.ts'
import { moveFiles } from '../assets/moved.ts'
import type { ProjectContext } from '../context.ts'
import { FavoriteEntity } from '../favorites/entity.ts'
import { versionsAlong } from '../versions/along.ts'
import { holdTrees } from '../work-items/tree.ts'
import { actorOf } from './actor.ts'
import type { Page } from './entity.ts'
import { loadPage, savePage } from './load.ts'
import { firstPlace, pagesBelow, refuseNesting } from './tree.ts'

/**
 * To another project, with the pages below it that the caller may edit. What others keep private there is not theirs to take along: it stays
 * where it is, with what is below it, and comes to the top.
 */
export async function movePage(
  ctx: ProjectContext,
  id: string,
  { new_project_id, parent = null, sort_order }: BodyOf<typeof pageCalls.movePage>,
): Promise<PageAnswer> {
  if (new_project_id === ctx.project.id)
    throw invalid('new_project_id', 'The page is in this project already.')
  await holdTrees(ctx.em, [ctx.project.id, new_project_id])
  const page = await loadPage(ctx, id)
  if (!canMovePage(actorOf(ctx), page)) throw forbidden()
  if (page.is_locked) throw new AppError('invalid', 'Page is locked')
  if (page.archived_at !== null) throw new AppError('invalid', 'Page is archived')
  const target = await targetOf(ctx, new_project_id)
  const below = await pagesBelow(ctx, id)
  const moved = [page, ...goingAlong(ctx, page, below)]
  const ids = moved.map((one) => one.id)
  for (const one of below) {
    if (!moved.includes(one) && one.parent !== null && ids.includes(one.parent))
      Object.assign(one, { parent: null, updated_by: ctx.user.id })
  }
  page.sort_order = sort_order ?? (await firstPlace(target, parent))
  page.parent = null
  for (const one of moved) leave(one, ctx, target)
  await ctx.em.flush()
  if (parent !== null) {
    await refuseNesting(target, page, parent)
    page.parent = parent
  }
  await moveFiles(ctx.em, ids, new_project_id)
  await versionsAlong(ctx.em, ids)
  const favorites = {
    entity_type: 'page',
    entity_identifier: { $in: ids },
    project_id: ctx.project.id,
  } as const
  for (const favorite of await ctx.em.find(FavoriteEntity, favorites)) favorite.project_id = new_project_id
  return savePage(ctx, page)
}

/** Where the caller must be able to make pages. Whoever calls this holds its tree. */
async function targetOf(ctx: ProjectContext, id: string): Promise<ProjectContext> {
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('new_project_id', 'There is no such project.')
  const target = { ...ctx, ...found }
  if (!canCreatePages(target.project)) throw forbidden()
  const problem = writeProblem(target.project, 'pages')
  if (problem === 'archived') throw new AppError('invalid', 'Archived projects cannot be updated')
  if (problem !== null) throw invalid('new_project_id', 'Pages are switched off in the other project.')
  return target
}

function goingAlong(ctx: ProjectContext, { id }: Page, below: Page[]): Page[] {
  const actor = actorOf(ctx)
  return belowIn(
    id,
    below.filter((one) => canEditPage(actor, one)),
  )
}

/** Labels are those of a project. By its address from before it is found where it is now. */
function leave(page: Page, { project, user }: ProjectContext, target: ProjectContext): void {
  const others = page.project_ids.filter((one) => one !== project.id && one !== target.project.id)
  page.project_ids = [...others, target.project.id]
  page.former_project_ids = [
    ...page.former_project_ids.filter((one) => one !== target.project.id && one !== project.id),
    project.id,
  ]
  page.label_ids = []
  page.updated_by = user.id
}
