import { forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { canDeleteView, canManageView, canPublishView } from '#common/work/views/rules.ts'
import type { ViewResponse } from '#common/work/views/schema.ts'
import { isAdminOfAllProjects } from '../../access/access.ts'
import { loadView, saveView } from './commands.ts'
import { type ViewContainer, viewActor } from './container.ts'
import { DeployBoardEntity, defaultBoardSwitches, newPublicAnchor } from './deploy-board.ts'
import { disablePublicLink } from './disable-public-link.ts'

/**
 * Publishes a view. A view that is already published keeps its link. Undo sends `formerAnchor` to restore the
 * previous link.
 */
export async function publishView(
  ctx: ViewContainer,
  id: string,
  formerAnchor: string | undefined,
): Promise<ViewResponse> {
  const { em, user, workspace } = ctx
  const view = await loadView(ctx, id)
  if (!canManageView(viewActor(ctx), view)) throw forbidden('Only the owner of the view can publish it')
  if (view.access === 0) throw invalid('access', 'Share the view before you publish it.')
  const administersTeamProjects = await administersProjectsOfTeam(ctx)
  if (view.teamspace_id !== null && !administersTeamProjects)
    throw forbidden('Only an admin of all projects of the teamspace can publish its views')
  if (!canPublishView(viewActor(ctx), view, administersTeamProjects)) throw forbidden()
  if (view.anchor !== null) return saveView(ctx, view)
  const known = await em.findOne(DeployBoardEntity, { view_id: view.id })
  const anchor = known !== null && known.anchor === formerAnchor ? known.anchor : newPublicAnchor()
  if (known !== null) em.assign(known, { anchor, is_disabled: false, updated_by: user.id })
  else
    em.create(DeployBoardEntity, {
      ...defaultBoardSwitches,
      id: newId(),
      workspace_id: workspace.id,
      project_id: null,
      view_id: view.id,
      is_disabled: false,
      anchor,
      view_props: { list: true, kanban: true },
      created_by: user.id,
      updated_by: user.id,
    })
  view.anchor = anchor
  return saveView(ctx, view)
}

/** Ends the publication of a view. The owner of the view and admins may do this. */
export async function unpublishView(ctx: ViewContainer, id: string): Promise<ViewResponse> {
  const view = await loadView(ctx, id)
  if (!canDeleteView(viewActor(ctx), view)) throw forbidden()
  await disablePublicLink(ctx.em, view)
  return saveView(ctx, view)
}

async function administersProjectsOfTeam(ctx: ViewContainer): Promise<boolean> {
  return 'teamspace' in ctx && isAdminOfAllProjects(ctx, ctx.teamspace.project_ids)
}
