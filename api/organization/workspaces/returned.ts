import type { EntityManager } from '@mikro-orm/postgresql'
import type { Bus } from '../../platform/bus.ts'
import { onCommitted } from '../../platform/feed/committed.ts'

/** Carries who has come into which workspace. */
export const returnedChannel = 'returned'

export interface Returned {
  workspace_id: string
  user_id: string
}

/**
 * Tells those who come into a workspace, or back, on whatever they have open: they follow nothing of it yet, so no change of it
 * reaches them. Nothing repeats it; whoever misses it opens the workspace by hand.
 */
export function announceReturns(em: EntityManager, bus: Bus): void {
  onCommitted(em, (workspace_id, changes) => {
    for (const { entity, op, fields } of changes) {
      const user_id = fields['member_id']
      const isIn = op !== 'delete' && fields['is_active'] === true
      if (entity !== 'workspace_members' || !isIn || typeof user_id !== 'string') continue
      bus.publish(returnedChannel, JSON.stringify({ workspace_id, user_id } satisfies Returned))
    }
  })
}
