import { outboxName } from '../sync/local-copies.ts'
import type { Kept, News, OutboxStorage } from '../sync/outbox-storage.ts'

const changes = 'changes'

/** The outbox that a person has in this browser, in IndexedDB; all tabs have it in common. `close` has to come before it is deleted. */
export async function openKeptOutbox(userId: string): Promise<OutboxStorage & { close: () => void }> {
  const name = outboxName(userId)
  const database = await opened(name)
  // Signed out in another tab: it goes at once, and not only when this tab is closed.
  database.onversionchange = () => database.close()
  const channel = new BroadcastChannel(name)
  const read = () => database.transaction(changes).objectStore(changes)
  const write = () => database.transaction(changes, 'readwrite').objectStore(changes)

  /** Looks at one change and does something with it in one transaction, so that no other tab comes between. */
  async function decide(id: string, act: (kept: Kept, store: IDBObjectStore) => boolean): Promise<boolean> {
    const store = write()
    const kept: Kept | undefined = await done(store.get(id))
    return kept !== undefined && act(kept, store)
  }

  return {
    // Sorted by their key, which is the id.
    all: () => done(read().getAll()),
    put: async (kept) => void (await done(write().put(kept))),
    remove: (id) => done(write().delete(id)),
    claim: (id) =>
      decide(id, (kept, store) => {
        if (!kept.isTried) store.put({ ...kept, isTried: true })
        return true
      }),
    removeUntried: (id) =>
      decide(id, ({ isTried }, store) => {
        if (!isTried) store.delete(id)
        return !isTried
      }),
    alone,
    tell: (news) => channel.postMessage(news),
    onNews: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<News>) => listener(data)),
    close() {
      channel.close()
      database.close()
    },
  }

  /** Without locks, as on a page without encryption, two tabs may send the same; the server knows it by its id. */
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
