import type { CommentRow } from '#common/work/comments/schema.ts'
import type { CommentThread } from '../../../documents/comments/group-into-threads.ts'
import type { ActivityOrder, StreamFilter } from '../../comments/preferences.ts'
import type { ActivityGroup } from './activity-groups.ts'

/** An entry of the stream: a comment thread or a group of activity records. */
export type ActivityStreamEntry = { id: string; at: string } & (
  | { thread: CommentThread<CommentRow> }
  | { group: ActivityGroup }
)

interface StreamOptions {
  shown: StreamFilter
  order: ActivityOrder
  /** Maximum number of activity groups. The latest ones are shown. */
  maxGroups: number
  /** True if earlier comments are not loaded yet. Activity before the first loaded comment is then hidden as well. */
  hasEarlier: boolean
}

export interface ActivityStream {
  entries: ActivityStreamEntry[]
  /** Number of activity groups that are hidden. */
  hidden: number
}

export function buildActivityStream(
  threads: readonly CommentThread<CommentRow>[],
  groups: readonly ActivityGroup[],
  options: StreamOptions,
): ActivityStream {
  const { shown, order, hasEarlier } = options
  const [first] = threads
  const since = hasEarlier && shown === 'all' ? (first?.comment.created_at ?? '') : ''
  const shownGroups = shown === 'comments' ? [] : groups.filter(({ at }) => at >= since)
  const latestGroups = shownGroups.slice(-options.maxGroups)
  const shownThreads = shown === 'changes' ? [] : threads
  const entries = [
    ...latestGroups.map((group): ActivityStreamEntry => ({ id: group.id, at: group.at, group })),
    ...shownThreads.map(
      (thread): ActivityStreamEntry => ({ id: thread.comment.id, at: thread.comment.created_at, thread }),
    ),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return {
    entries: order === 'oldest' ? entries : entries.reverse(),
    hidden: shownGroups.length - latestGroups.length,
  }
}

/**
 * Returns the id of the first entry that others added since the user's last view. Returns null if there is no
 * such entry, if it is the first entry of all, or if the user has not viewed the item before.
 */
export function findFirstNewStreamEntryId(
  entries: readonly ActivityStreamEntry[],
  lastViewed: string | null,
  me: string,
): string | null {
  if (lastViewed === null) return null
  const isNew = entries.map((entry) => isByOthers(entry, me) && lastOf(entry) > lastViewed)
  const at = isNew.indexOf(true)
  return at <= 0 ? null : (entries[at]?.id ?? null)
}

function isByOthers(entry: ActivityStreamEntry, me: string): boolean {
  if ('group' in entry) return entry.group.actor?.id !== me
  const { comment, replies } = entry.thread
  return (replies.at(-1) ?? comment).actor !== me
}

function lastOf(entry: ActivityStreamEntry): string {
  return 'group' in entry ? entry.at : (entry.thread.replies.at(-1)?.created_at ?? entry.at)
}
