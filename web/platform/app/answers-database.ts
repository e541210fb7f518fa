import { answersName, isAnswersName } from '../sync/local-copies.ts'
import type { StoredAnswer } from '../sync/stored-answers.ts'
import type { AnswerSummary } from './evicted-answers.ts'
import { readSignedInUserId } from './signed-in-user.ts'

export interface AnswerEntry extends StoredAnswer, AnswerSummary {
  /** The build of the client that stored the response. Other builds may expect another format. */
  build: string
}

const answers = 'answers'
/** This index contains everything of a response except its text, so that responses can be listed without their texts. */
const summaries = 'summaries'
/**
 * Version of the format of the database. If it changes, the stored responses are deleted and loaded again from the
 * server.
 */
const formatVersion = 2
/** Milliseconds to wait until the browser opens a database. Some browsers never finish, for example if the disk is full. */
const openWithin = 5000

export function answerObjects(database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore {
  return database.transaction(answers, mode).objectStore(answers)
}

/**
 * Opens the database. Throws an error if the browser does not allow it, or does not open it in time. `onLost` is called
 * when the database closes, because another tab deletes it.
 */
export async function openAnswers(name: string, onLost?: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, formatVersion)
  request.onupgradeneeded = () => {
    const { result } = request
    if (result.objectStoreNames.contains(answers)) result.deleteObjectStore(answers)
    const store = result.createObjectStore(answers, { keyPath: 'url' })
    store.createIndex(summaries, ['stored_at', 'size'])
  }
  const database = await withinTime(done(request))
  database.onversionchange = () => {
    database.close()
    onLost?.()
  }
  return database
}

/**
 * Opens the database of the user who signed in last, for the requests before the session is loaded. Returns null if
 * this user is unknown or has no database.
 */
export async function openAnswersEarly(onLost: () => void): Promise<IDBDatabase | null> {
  try {
    const userId = readSignedInUserId()
    if (userId === null) return null
    const name = answersName(userId)
    return (await existingNames()).includes(name) ? await openAnswers(name, onLost) : null
  } catch {
    return null
  }
}

/** Deletes the databases of all users, or of all users but one. */
export async function deleteAnswersExcept(remaining: string | null): Promise<void> {
  for (const name of await existingNames()) if (name !== remaining) indexedDB.deleteDatabase(name)
}

async function existingNames(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return []
  const databases = await withinTime(indexedDB.databases())
  return databases.flatMap(({ name = '' }) => (isAnswersName(name) ? name : []))
}

/** Lists all stored responses without their texts. */
export async function listAnswers(store: IDBObjectStore): Promise<AnswerSummary[]> {
  const found: AnswerSummary[] = []
  await forEach(store.index(summaries).openKeyCursor(), ({ key, primaryKey }) => {
    const [stored_at, size] = key as [number, number]
    found.push({ url: String(primaryKey), stored_at, size })
  })
  return found
}

/** Calls `visit` for each stored response, one after the other, so that not all texts are in memory at once. */
export function forEachAnswer(store: IDBObjectStore, visit: (entry: AnswerEntry) => void): Promise<void> {
  return forEach(store.openCursor(), ({ value }) => visit(value))
}

function forEach<Cursor extends IDBCursor>(
  request: IDBRequest<Cursor | null>,
  visit: (cursor: Cursor) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (cursor === null) return resolve()
      visit(cursor)
      cursor.continue()
    }
  })
}

export function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The database did not open in time.')), openWithin)
    work.then(resolve, reject)
  })
}
