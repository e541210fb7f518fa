const documents = 'tandem-document:'
const outbox = 'tandem-outbox:'
const answers = 'tandem-answers:'

/** Returns the name of the IndexedDB database with a user's copy of a document. */
export function localDocumentCopyName(userId: string, name: string): string {
  return `${documents}${userId}:${name}`
}

/** Returns the name of the IndexedDB database with a user's unsent changes. */
export function outboxName(userId: string): string {
  return `${outbox}${userId}`
}

/** Returns the name of the IndexedDB database with the responses that are stored for a user. */
export function answersName(userId: string): string {
  return `${answers}${userId}`
}

export function isAnswersName(name: string): boolean {
  return name.startsWith(answers)
}

/** A message of a tab that has added or removed the mark of a document with unsent edits. */
export interface UnsentDocumentMessage {
  name: string
  isUnsent: boolean
}

/** Returns the name of the channel on which the tabs of a user report documents with unsent edits. */
export function unsentDocumentsChannel(userId: string): string {
  return `tandem-unsent-documents:${userId}`
}

/** Reports to all tabs of the user, including this one, whether the copy of a document contains unsent edits. */
export function reportUnsentDocument(userId: string, message: UnsentDocumentMessage): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(unsentDocumentsChannel(userId))
  channel.postMessage(message)
  channel.close()
}

/** Names of the object stores in the copy of a document. The library `y-indexeddb` defines them. */
export const documentUpdates = 'updates'
export const documentMarks = 'custom'
/** Name of the object store with the unsent changes of a user. */
export const outboxChanges = 'changes'

/** Returns the key of the mark of a session whose edits the server has not confirmed, in the copy of the document. */
export function unsentMark(sessionId: string): string {
  return `unsent:${sessionId}`
}

/** Returns the range of the marks of all sessions, and of the mark `unsent` that older builds have set. */
export function unsentMarks(): IDBKeyRange {
  return IDBKeyRange.bound('unsent', 'unsent:\uffff')
}

export interface LocalDocumentCopies {
  /**
   * Registers a function that closes a database before it is deleted, because an open database cannot be
   * deleted.
   */
  beforeWipe(close: () => void): () => void
  /**
   * Deletes all local documents, stored responses and unsent changes at sign-out, so that the next user of this
   * browser does not find them. Unsent edits of users other than `userId` are not deleted, because nobody has asked
   * these users.
   */
  wipeLocalDocuments(userId: string | null): Promise<void>
}

export function createLocalDocumentCopies(): LocalDocumentCopies {
  const closers = new Set<() => void>()
  return {
    beforeWipe(close) {
      closers.add(close)
      return () => void closers.delete(close)
    },
    async wipeLocalDocuments(userId) {
      for (const close of [...closers]) close()
      const names = [answers, documents, outbox].map(databaseNames)
      await Promise.all((await Promise.all(names)).flat().map((name) => deletedUnlessForeign(name, userId)))
    },
  }
}

async function deletedUnlessForeign(name: string, userId: string | null): Promise<void> {
  const isForeign = userId !== null && !isOf(name, userId) && !isAnswersName(name)
  if (!isForeign || (await countUnsentIn(name)) === 0) await deleted(name)
}

/**
 * Removes the content of the copies of documents that the server has confirmed. Copies with unsent edits stay. Another
 * tab can have such a document open, so only the content is removed and not the database.
 */
export async function removeSentDocuments(isMeant: (name: string) => boolean = () => true): Promise<void> {
  const names = await databaseNames(documents)
  await Promise.all(names.filter(isMeant).map((name) => removeContent(name, (marks) => marks === 0)))
}

export function isDocumentCopyOf(name: string, userId: string): boolean {
  return name.startsWith(documents) && isOf(name, userId)
}

/**
 * Counts the changes and documents of a user with edits that the server has not confirmed. A database that cannot be
 * read counts as one, because it may contain such edits.
 */
export async function countUnsent(userId: string): Promise<{ changes: number; documents: number }> {
  const names = (await databaseNames(documents)).filter((name) => isOf(name, userId))
  const [changes = 0, ...unsent] = await Promise.all([outboxName(userId), ...names].map(countUnsentIn))
  return {
    changes: changes === 'unknown' ? 1 : changes,
    documents: unsent.filter((count) => count !== 0).length,
  }
}

/**
 * Returns the names of the documents of a user with edits that the server has not confirmed. Omits documents whose
 * copies cannot be read now.
 */
export async function namesOfUnsentDocuments(userId: string): Promise<string[]> {
  const start = localDocumentCopyName(userId, '')
  const copies = await databaseNames(start)
  const counts = await Promise.all(copies.map(countUnsentIn))
  return copies.flatMap((copy, index) => {
    const count = counts[index]
    return count === 0 || count === 'unknown' ? [] : copy.slice(start.length)
  })
}

/** Deletes the content of the copy of a document, including unsent edits. */
export async function discardDocumentCopy(userId: string, name: string): Promise<void> {
  await removeContent(localDocumentCopyName(userId, name), () => true)
  reportUnsentDocument(userId, { name, isUnsent: false })
}

function isOf(name: string, userId: string): boolean {
  return name.slice(name.indexOf(':') + 1).split(':')[0] === userId
}

async function databaseNames(prefix: string): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return []
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name = '' }) => (name.startsWith(prefix) ? name : []))
}

async function removeContent(name: string, mayRemove: (unsentMarks: number) => boolean): Promise<void> {
  const database = await openExisting(name, [documentUpdates, documentMarks])
  if (database === null || database === 'unknown') return
  // The marks are counted in the same transaction, so that no edit is made in between.
  const transaction = database.transaction([documentUpdates, documentMarks], 'readwrite')
  const marks = transaction.objectStore(documentMarks)
  const counting = marks.count(unsentMarks())
  counting.onsuccess = () => {
    if (!mayRemove(counting.result)) return
    transaction.objectStore(documentUpdates).clear()
    marks.clear()
  }
  await ended(transaction)
  database.close()
}

/** Counts the unsent changes in an outbox, or the marks of unsent edits in the copy of a document. */
async function countUnsentIn(name: string): Promise<number | 'unknown'> {
  const isOutbox = name.startsWith(outbox)
  const store = isOutbox ? outboxChanges : documentMarks
  const database = await openExisting(name, [store])
  if (database === null) return 0
  if (database === 'unknown') return database
  const transaction = database.transaction(store)
  const counting = transaction.objectStore(store).count(isOutbox ? undefined : unsentMarks())
  await ended(transaction)
  database.close()
  return counting.error === null ? counting.result : 'unknown'
}

/** Milliseconds to wait for a database. A database that another tab deletes does not open before this tab closes. */
const openWithin = 2000

/**
 * Opens a database. Returns null if it does not exist or lacks one of these stores, and "unknown" if it cannot be opened
 * in time.
 */
function openExisting(name: string, stores: readonly string[]): Promise<IDBDatabase | null | 'unknown'> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name)
    let isLate = false
    setTimeout(() => {
      isLate = true
      resolve('unknown')
    }, openWithin)
    // The database does not exist. Aborting the transaction prevents the browser from creating it.
    request.onupgradeneeded = () => {
      request.transaction?.abort()
      resolve(null)
    }
    request.onerror = (event) => {
      event.preventDefault()
      resolve('unknown')
    }
    request.onsuccess = () => {
      const { result } = request
      result.onversionchange = () => result.close()
      const isComplete = stores.every((store) => result.objectStoreNames.contains(store))
      if (isLate || !isComplete) result.close()
      resolve(isComplete ? result : null)
    }
  })
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => resolve()
  })
}

function deleted(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    // If another tab blocks the deletion, the browser deletes the database when that tab closes.
    request.onblocked = () => resolve()
    request.onerror = () => resolve()
  })
}
