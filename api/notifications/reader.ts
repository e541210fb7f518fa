import type { EntityManager } from '@mikro-orm/postgresql'
import type { FeedReader, ReadChange } from '../feed/reader.ts'
import { tellOfPageComments } from '../page-comments/tell.ts'
import { followComments } from './follow-comments.ts'
import { followItems } from './follow-items.ts'
import { happenings } from './happenings.ts'
import { receiversOf } from './receivers.ts'
import { writeNotifications } from './write.ts'

/** Tells each person what happened to the work items that they hear of. What happened before there were notifications is not told. */
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
  await tellOfPageComments(em, changes)
  const happened = await happenings(em, changes)
  if (happened.length === 0) return
  await writeNotifications(em, workspaceId, await receiversOf(em, workspaceId, happened))
}
