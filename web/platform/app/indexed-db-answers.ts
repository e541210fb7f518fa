import { answersName, isAnswersName } from '../sync/local-copies.ts'
import type { AnswerStore, StoredAnswer } from '../sync/stored-answers.ts'
import { offlineCalls } from './offline-calls.ts'
import { removeRows } from './remove-rows.ts'

const answers = 'answers'
const byTime = 'by_time'
/** Maximum number of characters of all stored API responses. In browsers, a character takes one or two bytes. */
const maxCharacters = 50_000_000
/** Maximum age of a stored API response in milliseconds (7 days). Older responses are removed. */
const maxAge = 7 * 86_400_000
/**
 * The time in milliseconds during which the ids of deleted rows are collected. They are then handled together,
 * because a removal must read all stored responses.
 */
const collectFor = 1000
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

interface Entry extends StoredAnswer {
  url: string
  stored_at: number
}

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
  /** Stores the responses that wait until the browser is idle, because the page may end at any time. */
  storeNow(): void
  /** Deletes the databases of all users of this browser, because nobody is signed in. */
  deleteAll(): void
  /** Closes the database, so that it can be deleted. */
  close(): void
}

/**
 * Stores API responses in IndexedDB, in a separate database for each user. Signing out deletes the database of the
 * user, so a browser normally has at most one. Before the user is known, responses are read from this only database.
 * Without IndexedDB, nothing is stored.
 */
export function createDeviceAnswers(): DeviceAnswers {
  let database: Promise<IDBDatabase | null> | null = null
  let owner: string | null = null
  const waiting: Entry[] = []
  const removedIds = new Set<string>()
  /**
   * The number of characters in the database. They are counted as soon as the user is known, and whenever the
   * database has become too large.
   */
  let characters = 0

  async function use<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Promise<Result>,
  ): Promise<Result | null> {
    try {
      const opened = await (database ?? openOnly())
      return opened === null ? null : await work(opened.transaction(answers, mode).objectStore(answers))
    } catch {
      // The browser has no storage space left, or another tab has deleted the database.
      return null
    }
  }

  /**
   * Opens the only existing database, for the requests before the user is known. Returns null if there is none, or if
   * there are several.
   */
  async function openOnly(): Promise<IDBDatabase | null> {
    const [name, ...others] = await existingNames()
    return name === undefined || others.length > 0 ? null : open(name)
  }

  function flush(): void {
    // Before the user is known, the responses stay in `waiting`. `belongTo` stores them later.
    const entries = owner === null ? [] : waiting.splice(0)
    if (entries.length === 0) return
    void use('readwrite', async (store) => {
      // All requests start at once, because the page may end before the first of them has succeeded.
      await Promise.all(entries.map((entry) => done(store.put(entry))))
      characters += entries.reduce((sum, { text }) => sum + text.length, 0)
      if (characters > maxCharacters) characters = await evict(store)
    })
  }

  /** Replaces each entry with the result of `change`, or removes the entry if the result is null. */
  function changeEntries(change: (entry: Entry) => Entry | null): void {
    waiting.splice(0, waiting.length, ...waiting.flatMap((entry) => change(entry) ?? []))
    void use('readwrite', (store) => forEachEntry(store.openCursor(), change))
  }

  function removeWhere(isRemoved: (entry: Entry) => boolean): void {
    changeEntries((entry) => (isRemoved(entry) ? null : entry))
  }

  function close(): void {
    void database?.then((opened) => opened?.close())
    database = Promise.resolve(null)
    owner = null
    waiting.length = 0
  }

  return {
    isStorable: (call) => offlineCalls.has(call),
    put(url, answer) {
      if (typeof indexedDB === 'undefined') return
      waiting.push({ url, ...answer, stored_at: Date.now() })
      if (owner !== null && waiting.length === 1) soon(flush)
    },
    async find(url) {
      const known = waiting.findLast((entry) => entry.url === url)
      if (known !== undefined) return known
      const entry = await use('readonly', (store) => done<Entry | undefined>(store.get(url)))
      return entry === null || entry === undefined || entry.stored_at < Date.now() - maxAge ? null : entry
    },
    remove: (matches) => removeWhere(({ url }) => matches(url)),
    removeStoredBefore(time, matches) {
      // Newer responses with the same URLs are stored first, so that these URLs always have a stored response.
      flush()
      removeWhere(({ url, stored_at }) => stored_at < time && matches(url))
    },
    removeMentions(id) {
      removedIds.add(id)
      if (removedIds.size > 1) return
      setTimeout(() => {
        const ids = [...removedIds]
        removedIds.clear()
        // The entries with received changes are not removed, because they record which rows were deleted.
        changeEntries((entry) => (isChanges(entry.url) ? entry : withoutMentions(entry, ids)))
      }, collectFor)
    },
    storeNow: flush,
    deleteAll() {
      const name = owner === null ? null : answersName(owner)
      close()
      // The page may unload before the names of all databases are read, so the database of the current user is
      // deleted first.
      if (name !== null) indexedDB.deleteDatabase(name)
      void deleteExcept(null).catch(() => {})
    },
    close,
    belongTo(userId) {
      if (owner === userId || typeof indexedDB === 'undefined') return
      owner = userId
      const name = answersName(userId)
      database = deleteExcept(name)
        .then(() => open(name))
        .catch(() => null)
      void use('readwrite', async (store) => {
        characters = await evict(store)
      })
      soon(flush)
    },
  }
}

function withoutMentions(entry: Entry, ids: readonly string[]): Entry | null {
  if (ids.some((id) => entry.url.includes(id))) return null
  const mentioned = ids.filter((id) => entry.text.includes(id))
  if (mentioned.length === 0) return entry
  const text = removeRows(entry.text, mentioned)
  return text === null ? null : { ...entry, text }
}

/** Deletes the databases of all users, or of all users but one. */
async function deleteExcept(remaining: string | null): Promise<void> {
  for (const name of await existingNames()) if (name !== remaining) indexedDB.deleteDatabase(name)
}

async function existingNames(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return []
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name = '' }) => (isAnswersName(name) ? name : []))
}

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(answers, { keyPath: 'url' })
    store.createIndex(byTime, 'stored_at')
  }
  const database = await done(request)
  database.onversionchange = () => database.close()
  return database
}

/**
 * Removes responses that are too old, and then the oldest responses until the maximum number of characters is no
 * longer exceeded. Returns the number of remaining characters.
 */
async function evict(store: IDBObjectStore): Promise<number> {
  const oldest = Date.now() - maxAge
  let characters = 0
  await forEachEntry(store.index(byTime).openCursor(null, 'prev'), (entry) => {
    const { stored_at, text } = entry
    if (stored_at < oldest || characters + text.length > maxCharacters) return null
    characters += text.length
    return entry
  })
  return characters
}

/** Replaces each entry with the result of `change`, or deletes the entry if the result is null. */
function forEachEntry(
  request: IDBRequest<IDBCursorWithValue | null>,
  change: (entry: Entry) => Entry | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (cursor === null) return resolve()
      const changed = change(cursor.value)
      if (changed === null) cursor.delete()
      else if (changed !== cursor.value) cursor.update(changed)
      cursor.continue()
    }
  })
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Runs the work when the browser is idle, so that storing does not delay a screen. Safari has no idle callback. */
function soon(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 500)
}
