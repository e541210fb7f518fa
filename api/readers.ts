import { notificationsReader } from './personal/notifications/reader.ts'
import { searchIndexReader } from './personal/search/reader.ts'
import type { FeedReader } from './platform/feed/reader.ts'
import { chatTargetsReader } from './sharing/webhooks/chat-targets/reader.ts'
import { webhooksReader } from './sharing/webhooks/reader.ts'
import { activitiesReader } from './work/activities/reader.ts'
import { gitIssuesReader } from './work/git/issues/reader.ts'

/** All readers of the change feed. Each one stores its position in a cursor. */
export const changeFeedReaders: FeedReader[] = [
  activitiesReader,
  gitIssuesReader,
  notificationsReader,
  searchIndexReader,
  webhooksReader,
  chatTargetsReader,
]
