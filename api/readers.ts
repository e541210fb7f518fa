import type { FeedReader } from './feed/reader.ts'

/** Whoever follows the change feed with a cursor, one line each. Nothing does yet: what is derived today is written with its cause. */
export const readers: FeedReader[] = []
