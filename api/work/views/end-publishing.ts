import type { EntityManager } from '@mikro-orm/postgresql'
import { DeployBoardEntity } from './deploy-board.ts'
import type { View } from './entity.ts'

/** Its address leads nowhere from now on. It is kept, so that Undo makes it lead there again. */
export async function endPublishing(em: EntityManager, view: View): Promise<void> {
  if (view.anchor === null) return
  view.anchor = null
  const board = await em.findOne(DeployBoardEntity, { view_id: view.id })
  if (board !== null) board.is_disabled = true
}

/** What its owner keeps to themselves is nobody's to read; shared again, it is not published again by that. */
export async function endIfPrivate({ em }: { em: EntityManager }, view: View): Promise<void> {
  if (view.access === 0) await endPublishing(em, view)
}
