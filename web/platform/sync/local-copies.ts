const documents = 'tandem-document:'
const outbox = 'tandem-outbox:'

/** The IndexedDB database that keeps a person's copy of a document. */
export function localCopyName(userId: string, name: string): string {
  return `${documents}${userId}:${name}`
}

/** The one that keeps the changes of a person that wait to be sent. */
export function outboxName(userId: string): string {
  return `${outbox}${userId}`
}

export interface LocalCopies {
  /** Calls `close` before copies are deleted: a database that is still open is deleted only when it closes. */
  beforeWipe(close: () => void): () => void
  /** Deletes every document kept on this device, and the changes that wait. For sign-out: the next person at this browser must not find them. */
  wipeLocalDocuments(): Promise<void>
}

export function createLocalCopies(): LocalCopies {
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
      const names = databases.flatMap(({ name }) =>
        name?.startsWith(documents) || name?.startsWith(outbox) ? name : [],
      )
      await Promise.all(names.map(deleted))
    },
  }
}

function deleted(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    // Blocked by another tab: it is deleted as soon as that one closes.
    request.onblocked = () => resolve()
    request.onerror = () => resolve()
  })
}
