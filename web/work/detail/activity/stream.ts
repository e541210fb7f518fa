import type { CommentRow } from '#common/work/comments/schema.ts'
import type { Thread } from '../../../documents/comments/threads.ts'
import type { Order, StreamFilter } from '../../comments/preferences.ts'
import type { Deed } from './merged.ts'

/** What was said, and what was done, in one stream. */
export type StreamEntry = { id: string; at: string } & ({ thread: Thread<CommentRow> } | { deed: Deed })

interface Wanted {
  shown: StreamFilter
  order: Order
  /** Of so many deeds the last ones alone. */
  deeds: number
  /** While earlier comments are not here, what was done before those that are is not either. */
  hasEarlier: boolean
}

export interface Stream {
  entries: StreamEntry[]
  /** Deeds that are left out for now. */
  hidden: number
}

export function streamOf(
  threads: readonly Thread<CommentRow>[],
  deeds: readonly Deed[],
  wanted: Wanted,
): Stream {
  const { shown, order, hasEarlier } = wanted
  const [first] = threads
  const since = hasEarlier && shown === 'all' ? (first?.comment.created_at ?? '') : ''
  const told = shown === 'comments' ? [] : deeds.filter(({ at }) => at >= since)
  const kept = told.slice(-wanted.deeds)
  const said = shown === 'changes' ? [] : threads
  const entries = [
    ...kept.map((deed): StreamEntry => ({ id: deed.id, at: deed.at, deed })),
    ...said.map((thread): StreamEntry => ({ id: thread.comment.id, at: thread.comment.created_at, thread })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return { entries: order === 'oldest' ? entries : entries.reverse(), hidden: told.length - kept.length }
}

/**
 * The entry in front of which what is new begins: what others have said or done since the person looked last. Null where everything is new,
 * or nothing.
 */
export function newSince(entries: readonly StreamEntry[], looked: string | null, me: string): string | null {
  if (looked === null) return null
  const isNew = entries.map((entry) => isByOthers(entry, me) && lastOf(entry) > looked)
  const at = isNew.indexOf(true)
  return at <= 0 ? null : (entries[at]?.id ?? null)
}

function isByOthers(entry: StreamEntry, me: string): boolean {
  if ('deed' in entry) return entry.deed.actor?.id !== me
  const { comment, replies } = entry.thread
  return (replies.at(-1) ?? comment).actor !== me
}

function lastOf(entry: StreamEntry): string {
  return 'deed' in entry ? entry.at : (entry.thread.replies.at(-1)?.created_at ?? entry.at)
}
