import type { EntityManager } from '@mikro-orm/postgresql'
import type { Bus } from '../../platform/bus.ts'
import { onCommitted } from '../../platform/feed/committed.ts'

/** Bus channel that announces users who joined a workspace or returned to it. */
export const addedMembersChannel = 'added-members'

export interface AddedMember {
  workspace_id: string
  user_id: string
}

/**
 * Notifies users on their open connections that they were added to a workspace. Users who were just added are
 * not subscribed to the workspace yet, so the changes of the workspace do not reach them. The message is not
 * repeated: a user who misses it opens the workspace manually.
 */
export function publishAddedMembers(em: EntityManager, bus: Bus): void {
  onCommitted(em, (workspace_id, changes) => {
    for (const { entity, op, fields } of changes) {
      const user_id = fields['member_id']
      const isIn = op !== 'delete' && fields['is_active'] === true
      if (entity !== 'workspace_members' || !isIn || typeof user_id !== 'string') continue
      bus.publish(addedMembersChannel, JSON.stringify({ workspace_id, user_id } satisfies AddedMember))
    }
  })
}
