import type { EntityManager } from '@mikro-orm/postgresql'
import { DeployBoardEntity } from './deploy-board.ts'
import type { View } from './entity.ts'

/** Disables the public link. The row remains, so that Undo can enable the same link again. */
export async function disablePublicLink(em: EntityManager, view: View): Promise<void> {
  if (view.anchor === null) return
  view.anchor = null
  const board = await em.findOne(DeployBoardEntity, { view_id: view.id })
  if (board !== null) board.is_disabled = true
}

/**
 * Disables the public link if the view is private. Making the view shared again does not enable the link
 * again.
 */
export async function disableLinkIfPrivate({ em }: { em: EntityManager }, view: View): Promise<void> {
  if (view.access === 0) await disablePublicLink(em, view)
}
