import { answersName } from '../sync/local-copies.ts'
import { answerObjects, deleteAnswersExcept, openAnswers, openAnswersEarly } from './answers-database.ts'

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

  async function openOwn(name: string): Promise<IDBDatabase | null> {
    const opened = await early
    const deleting = deleteAnswersExcept(name).catch(() => undefined)
    // The first screen reads from this database, so it does not wait for the deletion of others.
    if (opened?.name === name) return opened
    opened?.close()
    await deleting
    return openAnswers(name)
  }

  return {
    async use(mode, work) {
      try {
        early ??= database === null ? openAnswersEarly() : null
        const opened = await (database ?? early)
        return opened === null ? null : await work(answerObjects(opened, mode))
      } catch {
        return null
      }
    },
    open(userId) {
      database = openOwn(answersName(userId)).catch(() => null)
    },
    close() {
      for (const opening of [database, early]) void opening?.then((opened) => opened?.close())
      database = Promise.resolve(null)
      early = null
    },
  }
}
