import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import { findAddedProjectMembers } from '../../access/people.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import { createNotificationEvent } from './item-events.ts'
import type { EventReceivers } from './receivers.ts'

/** Returns an event for each person whom another person has added to a project. */
export async function findProjectEventReceivers(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<EventReceivers[]> {
  const added = await findAddedProjectMembers(em, changes)
  return added.map(({ change: { actor_id, created_at }, member: { member_id, project_id, name } }) => ({
    receivers: new Map([[member_id, 'subscribed' as const]]),
    subject: { entity_name: 'project' as const, id: project_id, name },
    actor_id,
    created_at,
    happened: {
      // A membership that began again is another event.
      ...createNotificationEvent(newId(), actor_id, created_at, null),
      field: 'membership',
      new_value: name,
      new_identifier: project_id,
    },
    html: '',
  }))
}
