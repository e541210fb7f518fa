import { activities } from './activities/reader.ts'
import type { FeedReader } from './feed/reader.ts'
import { notifications } from './notifications/reader.ts'
import { search } from './search/reader.ts'
import { webhooks } from './webhooks/reader.ts'

/** Whoever follows the change feed with a cursor, one line each. */
export const readers: FeedReader[] = [activities, notifications, search, webhooks]
