import { answersName } from '../sync/local-copies.ts'
import type { AnswerStore } from '../sync/stored-answers.ts'
import { createAnswerConnection } from './answer-connection.ts'
import { type AnswerEntry, deleteAnswersExcept, done, listAnswers } from './answers-database.ts'
import { type AnswerSummary, maxAnswerAge, maxStoredBytes, storedSizeOf } from './evicted-answers.ts'
import { instantCalls, offlineCalls } from './offline-calls.ts'
import { evictAnswers, removeAnswersWhere, removeMentionedRows, withoutMentions } from './remove-answers.ts'
import { canShowStoredAnswers, isDeviceDataOn, readSignedInUserId } from './signed-in-user.ts'

/**
 * The time in milliseconds during which the ids of deleted rows are collected. They are then handled together,
 * because a removal must read all stored responses.
 */
const collectFor = 1000

export interface DeviceAnswers extends AnswerStore {
  /** Opens the database of this user, and deletes the databases of all other users of this browser. */
  belongTo(userId: string): void
  /** Removes the responses whose URL matches, if they were stored before this time in milliseconds. */
  removeStoredBefore(time: number, matches: (url: string) => boolean): void
  /**
   * Removes the row with this id from all responses, and the rows and responses that mention the id. The removal is
   * delayed briefly, so that several ids are handled at once.
   */
  removeMentions(id: string): void
  /** Returns the ids that were passed to `removeMentions` and are not removed yet. */
  unremovedIds(): string[]
  /** Stores the responses that wait until the browser is idle, because the page may end at any time. */
  storeNow(): void
  /** Returns the size of all stored responses in bytes, or null if this browser cannot store responses. */
  measure(): Promise<number | null>
  /** Removes all responses of the current user. */
  clear(): Promise<void>
  /** Deletes the databases of all users of this browser, because nobody is signed in. */
  deleteAll(): void
  /** Deletes the database of the user of this tab, whose session has ended. Another user may have signed in since. */
  deleteOwn(): void
  /** Closes the database, so that it can be deleted. */
  close(): void
}

/**
 * Stores API responses in IndexedDB, in a separate database for each user. Signing out deletes the database of the
 * user, so a browser normally has at most one. Before the session is loaded, responses are read from the database of the
 * user who signed in last. Without IndexedDB, nothing is stored.
 */
export function createDeviceAnswers(): DeviceAnswers {
  const connection = createAnswerConnection()
  const { use } = connection
  let owner: string | null = null
  const waiting: AnswerEntry[] = []
  /** Ids of deleted rows that stored responses may still contain. */
  const removedIds = new Set<string>()
  let removing: ReturnType<typeof setTimeout> | null = null
  /** Bytes that were stored since the last eviction. */
  let added = 0

  async function flush(): Promise<void> {
    // Before the user is known, the responses stay in `waiting`. `belongTo` stores them later.
    const entries = owner === null ? [] : waiting.splice(0).filter(isDeviceDataOn)
    if (entries.length === 0) return
    // All requests start at once, because the page may end before the first of them has succeeded.
    const stored = await use('readwrite', (store) =>
      Promise.all(entries.map((entry) => done(store.put(entry)))),
    )
    added += sizeOf(entries)
    if (stored !== null && added < maxStoredBytes / 10) return
    added = 0
    // Some browsers allow less than the maximum size. After an error, older responses make room for the next ones.
    await evictAnswers(use, stored === null ? maxStoredBytes / 4 : maxStoredBytes)
  }

  function removeWhere(isRemoved: (answer: AnswerSummary) => boolean): void {
    waiting.splice(0, waiting.length, ...waiting.filter((entry) => !isRemoved(entry)))
    void removeAnswersWhere(use, isRemoved)
  }

  async function removeCollectedIds(): Promise<void> {
    const ids = [...removedIds]
    waiting.splice(0, waiting.length, ...waiting.flatMap((entry) => withoutMentions(entry, ids) ?? []))
    await removeMentionedRows(use, ids)
    for (const id of ids) removedIds.delete(id)
    removing = removedIds.size === 0 ? null : setTimeout(() => void removeCollectedIds(), collectFor)
  }

  function close(): void {
    connection.close()
    owner = null
    waiting.length = 0
  }

  function deleteOwn(): void {
    const userId = owner ?? readSignedInUserId()
    close()
    if (userId !== null && typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(answersName(userId))
  }

  return {
    isStorable: (call) => offlineCalls.has(call) && isDeviceDataOn(),
    isInstant: (call) => instantCalls.has(call) && canShowStoredAnswers(),
    put(url, { text, version }) {
      if (typeof indexedDB === 'undefined' || !isDeviceDataOn()) return
      waiting.push({ url, text, version, stored_at: Date.now(), size: storedSizeOf(text), build: build() })
      if (owner !== null && waiting.length === 1) soon(() => void flush())
    },
    async find(url) {
      const userId = readSignedInUserId()
      // The session has ended, or another user has signed in in another tab.
      if (userId === null || (owner !== null && owner !== userId)) return null
      const known = waiting.findLast((entry) => entry.url === url)
      if (known !== undefined) return known
      const reading = use('readonly', (store) => done<AnswerEntry | undefined>(store.get(url)))
      const entry = await Promise.race([reading, patience()])
      if (entry === null || entry === undefined || entry.build !== build()) return null
      return entry.stored_at < Date.now() - maxAnswerAge ? null : entry
    },
    remove: (matches) => removeWhere(({ url }) => matches(url)),
    removeStoredBefore(time, matches) {
      // Newer responses with the same URLs are stored first, so that these URLs always have a stored response.
      void flush()
      removeWhere(({ url, stored_at }) => stored_at < time && matches(url))
    },
    removeMentions(id) {
      removedIds.add(id)
      if (removing === null) removing = setTimeout(() => void removeCollectedIds(), collectFor)
    },
    unremovedIds: () => [...removedIds],
    storeNow: () => void flush(),
    async measure() {
      const stored = await use('readonly', listAnswers)
      return stored && sizeOf([...stored, ...waiting])
    },
    async clear() {
      waiting.length = 0
      await use('readwrite', (store) => done(store.clear()))
    },
    deleteAll() {
      // The page may unload before the names of all databases are read, so the database of the current user is
      // deleted first.
      deleteOwn()
      void deleteAnswersExcept(null).catch(() => {})
    },
    deleteOwn,
    close,
    belongTo(userId) {
      if (owner === userId || typeof indexedDB === 'undefined') return
      owner = userId
      connection.open(userId)
      soon(() => void flush().then(() => evictAnswers(use, maxStoredBytes)))
    },
  }
}

/** Returns the path of the first script of the page. The path contains a hash of the whole client. */
function build(): string {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
}

function sizeOf(answers: readonly AnswerSummary[]): number {
  return answers.reduce((sum, { size }) => sum + size, 0)
}

/** Milliseconds to wait for the storage of the browser, which does not respond if its files are damaged. */
const readWithin = 5000

function patience(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, readWithin, null))
}

/** Runs the work when the browser is idle, so that storing does not delay a screen. Safari has no idle callback. */
function soon(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 500)
}
