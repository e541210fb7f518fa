import { outboxChanges as changes, outboxName } from '../sync/local-copies.ts'
import {
  type OutboxMessage,
  type OutboxStorage,
  type QueuedMutation,
  withCurrentFieldNames,
} from '../sync/outbox-storage.ts'

/**
 * Opens the user's outbox in IndexedDB, which all tabs share. Call `close` before the database is deleted.
 */
export async function openIndexedDbOutbox(userId: string): Promise<OutboxStorage & { close: () => void }> {
  const name = outboxName(userId)
  const database = await opened(name)
  // The user signed out in another tab, which now deletes the database. The database is closed, so that the
  // deletion is not blocked.
  database.onversionchange = () => database.close()
  const channel = new BroadcastChannel(name)
  const read = () => database.transaction(changes).objectStore(changes)
  const write = () => database.transaction(changes, 'readwrite').objectStore(changes)

  /** Reads and updates one change in one transaction, so that no other tab interferes. */
  async function decide(
    id: string,
    act: (queued: QueuedMutation, store: IDBObjectStore) => boolean,
  ): Promise<boolean> {
    const store = write()
    const queued: QueuedMutation | undefined = await done(store.get(id))
    return queued !== undefined && act(queued, store)
  }

  return {
    // IndexedDB sorts by key, which is the mutation id.
    all: async () => {
      const stored: QueuedMutation[] = await done(read().getAll())
      return stored.map(withCurrentFieldNames)
    },
    put: async (queued) => void (await done(write().put(queued))),
    remove: (id) => done(write().delete(id)),
    claim: (id) =>
      decide(id, (queued, store) => {
        if (!queued.isTried) store.put({ ...queued, isTried: true })
        return true
      }),
    removeUntried: (id) =>
      decide(id, ({ isTried }, store) => {
        if (!isTried) store.delete(id)
        return !isTried
      }),
    alone,
    send: (news) => channel.postMessage(news),
    onMessage: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) =>
        listener('added' in data ? { added: withCurrentFieldNames(data.added) } : data),
      ),
    close() {
      channel.close()
      database.close()
    },
  }

  /**
   * Runs `work` while no other tab does. Without HTTPS, browsers offer no locks, so two tabs may send the
   * same change. The server then recognizes its mutation id.
   */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (navigator.locks === undefined) return work()
    await navigator.locks.request(name, work)
  }
}

function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(changes, { keyPath: 'id' })
  return done(request)
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
