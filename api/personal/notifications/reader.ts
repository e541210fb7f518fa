import type { EntityManager } from '@mikro-orm/postgresql'
import type { FeedReader, ReadChange } from '../../platform/feed/reader.ts'
import { followComments } from './follow-comments.ts'
import { followItems } from './follow-items.ts'
import { followPages } from './follow-pages.ts'
import { happenings } from './happenings.ts'
import { pageHappenings } from './page-happenings.ts'
import { receiversOfPages } from './page-receivers.ts'
import { receiversOf } from './receivers.ts'
import { writeNotifications } from './write.ts'

/** Notifies people of events on their work items, and of mentions and comments in pages. What happened before there were notifications is not told. */
export const notifications: FeedReader = {
  name: 'notifications',
  begins: 'now',
  // What it writes itself.
  ignores: ['notifications'],
  handle,
}

async function handle(em: EntityManager, workspaceId: string, changes: ReadChange[]): Promise<void> {
  await followItems(em, changes)
  await followComments(em, changes)
  await followPages(em, changes)
  const happened = await happenings(em, changes)
  const ofItems = happened.length === 0 ? [] : await receiversOf(em, workspaceId, happened)
  const ofPages = await receiversOfPages(em, workspaceId, await pageHappenings(em, changes))
  await writeNotifications(em, workspaceId, [...ofItems, ...ofPages])
}
