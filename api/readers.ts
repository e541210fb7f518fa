import { notifications } from './personal/notifications/reader.ts'
import { search } from './personal/search/reader.ts'
import type { FeedReader } from './platform/feed/reader.ts'
import { webhooks } from './sharing/webhooks/reader.ts'
import { activities } from './work/activities/reader.ts'

/** All readers of the change feed. Each one stores its position in a cursor. */
export const readers: FeedReader[] = [activities, notifications, search, webhooks]
