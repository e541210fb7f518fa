import { forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { canDeleteView, canHoldView, canPublishView } from '#common/work/views/rules.ts'
import type { ViewAnswer } from '#common/work/views/schema.ts'
import { load, saveView } from './commands.ts'
import { actorAt, type ViewContainer } from './container.ts'
import { allOff, DeployBoardEntity, newAnchor } from './deploy-board.ts'
import { endPublishing } from './end-publishing.ts'

/** One that is published stays under the address that it has. */
export async function publishView(
  ctx: ViewContainer,
  id: string,
  formerAnchor: string | undefined,
): Promise<ViewAnswer> {
  const { em, user, workspace } = ctx
  const view = await load(ctx, id)
  if (!canHoldView(actorAt(ctx), view)) throw forbidden('Only the owner of the view can publish it')
  if (view.access === 0) throw invalid('access', 'A view is shared before it is published.')
  if (!canPublishView(actorAt(ctx), view)) throw forbidden()
  if (view.anchor !== null) return saveView(ctx, view)
  const known = await em.findOne(DeployBoardEntity, { view_id: view.id })
  const anchor = known !== null && known.anchor === formerAnchor ? known.anchor : newAnchor()
  if (known !== null) em.assign(known, { anchor, is_disabled: false, updated_by: user.id })
  else
    em.create(DeployBoardEntity, {
      ...allOff,
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

/** By its owner, and by whoever answers for the place. */
export async function unpublishView(ctx: ViewContainer, id: string): Promise<ViewAnswer> {
  const view = await load(ctx, id)
  if (!canDeleteView(actorAt(ctx), view)) throw forbidden()
  await endPublishing(ctx.em, view)
  return saveView(ctx, view)
}
