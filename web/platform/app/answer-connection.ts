import { answersName } from '../sync/local-copies.ts'
import { answerObjects, deleteAnswersExcept, openAnswers, openAnswersEarly } from './answers-database.ts'
import { readSignedInUserId } from './signed-in-user.ts'

/**
 * Runs work in a transaction of the database. Returns null if the database cannot be used: the browser does not allow
 * it or has no storage space left, or another tab has deleted the database.
 */
export type UseAnswers = <Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
) => Promise<Result | null>

export interface AnswerConnection {
  use: UseAnswers
  /** Opens the database of this user, and deletes the databases of all other users. */
  open(userId: string): void
  /** Closes the database. Afterwards nothing is stored. */
  close(): void
}

/** Before `open` is called, the connection uses the database of the user who signed in last. */
export function createAnswerConnection(): AnswerConnection {
  let database: Promise<IDBDatabase | null> | null = null
  let early: Promise<IDBDatabase | null> | null = null
  let ownName: string | null = null
  let isLost = false

  function onLost(): void {
    isLost = true
  }

  async function openOwn(name: string): Promise<IDBDatabase | null> {
    const opened = await early
    const deleting = deleteAnswersExcept(name).catch(() => undefined)
    // The first screen reads from this database, so it does not wait for the deletion of others.
    if (opened?.name === name) return opened
    opened?.close()
    await deleting
    return openAnswers(name, onLost)
  }

  /** Returns the database that may be used now, and opens it if another tab has deleted it. */
  async function current(): Promise<IDBDatabase | null> {
    if (isLost && ownName !== null && isOfSignedInUser(ownName)) {
      isLost = false
      database = openAnswers(ownName, onLost).catch(() => null)
    }
    if (database !== null) return database
    early ??= openAnswersEarly(onLost)
    const opened = await early
    return opened !== null && isOfSignedInUser(opened.name) ? opened : null
  }

  return {
    async use(mode, work) {
      try {
        const opened = await current()
        return opened === null ? null : await work(answerObjects(opened, mode))
      } catch {
        return null
      }
    },
    open(userId) {
      ownName = answersName(userId)
      database = openOwn(ownName).catch(() => null)
    },
    close() {
      for (const opening of [database, early]) void opening?.then((opened) => opened?.close())
      database = Promise.resolve(null)
      early = null
      ownName = null
    },
  }
}

function isOfSignedInUser(name: string): boolean {
  const userId = readSignedInUserId()
  return userId !== null && name === answersName(userId)
}
