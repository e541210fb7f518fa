import type { EntityManager } from '@mikro-orm/postgresql'
import type { FeedChange, FeedReader } from '../../platform/feed/reader.ts'
import { updateNotificationsOfComments } from './follow-comments.ts'
import { collectItemEvents } from './item-events.ts'
import { collectPageEvents } from './page-events.ts'
import { findPageEventReceivers } from './page-receivers.ts'
import { findItemEventReceivers } from './receivers.ts'
import { updateNotificationsOfItems } from './update-item-notifications.ts'
import { updateNotificationsOfPages } from './update-page-notifications.ts'
import { writeNotifications } from './write.ts'

/**
 * Creates notifications for events on work items, and for mentions and comments in pages. A new installation
 * of the reader starts at the current end of the feed, so older events cause no notifications.
 */
export const notificationsReader: FeedReader = {
  name: 'notifications',
  begins: 'now',
  // Ignore the changes that this reader writes.
  ignores: ['notifications'],
  handle,
}

async function handle(em: EntityManager, workspaceId: string, changes: FeedChange[]): Promise<void> {
  await updateNotificationsOfItems(em, changes)
  await updateNotificationsOfComments(em, changes)
  await updateNotificationsOfPages(em, changes)
  const happened = await collectItemEvents(em, changes)
  const ofItems = happened.length === 0 ? [] : await findItemEventReceivers(em, workspaceId, happened)
  const ofPages = await findPageEventReceivers(em, workspaceId, await collectPageEvents(em, changes))
  await writeNotifications(em, workspaceId, [...ofItems, ...ofPages])
}
