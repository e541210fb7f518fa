import type { EntityManager } from '@mikro-orm/postgresql'
import type { FeedReader, ReadChange } from '../feed/reader.ts'
import { followComments } from './follow-comments.ts'
import { followItems } from './follow-items.ts'
import { happenings } from './happenings.ts'
import { receiversOf } from './receivers.ts'
import { writeNotifications } from './write.ts'

/** Tells each person what happened to the work items that they hear of. What happened before there were notifications is not told. */
export const notifications: FeedReader = { name: 'notifications', begins: 'now', handle }

async function handle(em: EntityManager, workspaceId: string, changes: ReadChange[]): Promise<void> {
  // What it writes itself comes back to it, and says nothing new.
  const others = changes.filter(({ entity }) => entity !== 'notifications')
  if (others.length === 0) return
  await followItems(em, others)
  await followComments(em, others)
  const happened = await happenings(em, others)
  if (happened.length === 0) return
  await writeNotifications(em, workspaceId, await receiversOf(em, workspaceId, happened))
}
