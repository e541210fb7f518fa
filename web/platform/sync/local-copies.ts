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

export interface LocalDocumentCopies {
  /**
   * Registers a function that closes a database before it is deleted, because an open database cannot be
   * deleted.
   */
  beforeWipe(close: () => void): () => void
  /**
   * Deletes all local documents, stored responses and unsent changes at sign-out, so that the next user of this
   * browser does not find them.
   */
  wipeLocalDocuments(): Promise<void>
}

export function createLocalDocumentCopies(): LocalDocumentCopies {
  const closers = new Set<() => void>()
  return {
    beforeWipe(close) {
      closers.add(close)
      return () => void closers.delete(close)
    },
    async wipeLocalDocuments() {
      for (const close of [...closers]) close()
      if (typeof indexedDB === 'undefined') return
      const databases = await indexedDB.databases()
      const names = databases.flatMap(({ name = '' }) =>
        [documents, outbox, answers].some((prefix) => name.startsWith(prefix)) ? name : [],
      )
      await Promise.all(names.map(deleted))
    },
  }
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
