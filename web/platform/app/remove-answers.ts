import type { UseAnswers } from './answer-connection.ts'
import { type AnswerEntry, done, forEachAnswer, listAnswers } from './answers-database.ts'
import { type AnswerSummary, selectEvictedAnswers, storedSizeOf } from './evicted-answers.ts'
import { removeRows } from './remove-rows.ts'

/** Removes the stored responses that are too old or that exceed the maximum size. */
export async function evictAnswers(use: UseAnswers, maxBytes: number): Promise<void> {
  const stored = (await use('readonly', listAnswers)) ?? []
  await removeUrls(use, selectEvictedAnswers(stored, Date.now(), maxBytes))
}

export async function removeAnswersWhere(
  use: UseAnswers,
  isRemoved: (answer: AnswerSummary) => boolean,
): Promise<void> {
  const stored = (await use('readonly', listAnswers)) ?? []
  await removeUrls(
    use,
    stored.filter(isRemoved).map(({ url }) => url),
  )
}

async function removeUrls(use: UseAnswers, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return
  await use('readwrite', (store) => Promise.all(urls.map((url) => done(store.delete(url)))))
}

interface ReducedAnswer {
  url: string
  stored_at: number
  /** Is null if the whole response must be removed. */
  remaining: AnswerEntry | null
}

/**
 * Removes the rows with these ids from all stored responses. The responses are first only read, so that screens can
 * read them at the same time.
 */
export async function removeMentionedRows(use: UseAnswers, ids: readonly string[]): Promise<void> {
  const reduced: ReducedAnswer[] = []
  await use('readonly', (store) =>
    forEachAnswer(store, (entry) => {
      const remaining = withoutMentions(entry, ids)
      if (remaining !== entry) reduced.push({ url: entry.url, stored_at: entry.stored_at, remaining })
    }),
  )
  if (reduced.length === 0) return
  await use('readwrite', async (store) => {
    const update = async ({ url, stored_at, remaining }: ReducedAnswer) => {
      const current = await done<AnswerEntry | undefined>(store.get(url))
      // A newer response was stored in the meantime. The server created it after the removal of the rows.
      if (current?.stored_at !== stored_at) return
      await (remaining === null ? done(store.delete(url)) : done(store.put(remaining)))
    }
    await Promise.all(reduced.map(update))
  })
}

/**
 * Returns the entry without the rows that mention one of the ids, or null if the whole entry must be removed. Entries
 * with received changes are not changed, because they record which rows were deleted.
 */
export function withoutMentions(entry: AnswerEntry, ids: readonly string[]): AnswerEntry | null {
  if (isChanges(entry.url)) return entry
  if (ids.some((id) => entry.url.includes(id))) return null
  const mentioned = ids.filter((id) => entry.text.includes(id))
  if (mentioned.length === 0) return entry
  const text = removeRows(entry.text, mentioned)
  return text === null ? null : { ...entry, text, size: storedSizeOf(text) }
}

const changesPrefix = 'changes:'

/**
 * Returns the key under which the received changes of a workspace are stored. API responses are stored under their
 * URL, and no API call has this key as its URL.
 */
export function changesUrl(slug: string): string {
  return `${changesPrefix}/workspaces/${slug}/`
}

function isChanges(url: string): boolean {
  return url.startsWith(changesPrefix)
}
