import { atom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import type { Device } from './device.ts'
import { type AnswerWithVersion, type CallInputOf, type RequestClient, RequestError } from './http.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LocalRows } from './local-rows.ts'
import {
  createTabOutboxStorage,
  type OutboxMessage,
  type OutboxStorage,
  type QueuedMutation,
} from './outbox-storage.ts'
import type { Store } from './store.ts'
import type { Clock } from './system-clock.ts'

const firstPause = 500
const longestPause = 5000
/**
 * Milliseconds after which a change is stored if the server has not responded yet. Most responses arrive in a tenth of
 * this time, so most changes are never stored.
 */
const slowAfter = 1000

type Answer = AnswerWithVersion<CallName>

interface Parts {
  store: Store
  rows: LocalRows
  clock: Clock
  device: Device
  requests: RequestClient
  live: LiveConnection
  /** Applies the rows of an answer and removes the optimistic change. */
  accept(queued: QueuedMutation, answer: Answer): void
  /** Rolls back the optimistic change and reports the reason to the user. */
  refuse(queued: QueuedMutation, error: RequestError): void
}

interface Waiting {
  queued: QueuedMutation
  /**
   * Resolves the promise of the caller. The function is undefined if the change was made before a reload or in another
   * tab.
   */
  resolve?: (answer: Answer | null) => void
  isUndone?: true
}

/**
 * Queues changes that could not be sent, in order of creation. They are sent one after the other when the
 * server is reachable again. Sending a change twice is safe, because the server applies each mutation id only
 * once. Changes that are stored in IndexedDB survive a reload, and all tabs of a user share them.
 */
export class Outbox {
  /** Number of queued changes. */
  readonly waitingAtom = atom(0)
  readonly #parts: Parts
  readonly #waiting = new Map<string, Waiting>()
  #storage: OutboxStorage = createTabOutboxStorage()
  #sending: Promise<void> | null = null
  #mayBeMore = false
  #attempts = 0
  #wake = () => {}

  constructor(parts: Parts) {
    this.#parts = parts
    const { device, live, store } = parts
    device.onOnline((isOnline) => isOnline && this.#goOn())
    store.sub(live.connectionAtom, () => {
      if (store.get(live.connectionAtom) === 'live') this.#goOn()
    })
  }

  #goOn(): void {
    this.#wake()
    if (this.isWaiting && this.#sending === null) this.#send()
  }

  /** True if changes wait in the outbox. A new change must then be queued behind them. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Resolves with the answer, or with null if the change was rejected or removed. */
  add(queued: QueuedMutation): Promise<Answer | null> {
    return new Promise((resolve) => {
      this.#know({ queued, resolve })
      void this.#storeChange(queued).then(() => this.#send())
    })
  }

  /**
   * Stores a change if its response takes long, because the user may leave the page. Call the returned function when
   * the request has ended.
   */
  storeIfSlow(queued: QueuedMutation): () => void {
    let isStored = false
    const stop = this.#parts.clock.after(slowAfter, () => {
      isStored = true
      // If the browser cannot store the change, the error is ignored, because the request is still in
      // progress.
      void this.#storage.put({ ...queued, isTried: true }).catch(() => {})
    })
    return () => {
      stop()
      if (isStored) void this.#storage.remove(queued.id).catch(() => {})
    }
  }

  /** Loads the stored changes of this browser. From now on, queued changes are stored in `storage`. */
  async open(storage: OutboxStorage): Promise<void> {
    storage.onMessage((news) => this.#receiveMessage(news))
    const before = this.#storage
    try {
      const copied = await before.all()
      for (const queued of copied) await storage.put(queued)
      this.#storage = storage
      // While the queued changes were copied to the new storage, other changes may have been queued or sent. These
      // differences are copied too.
      const now = await before.all()
      for (const queued of now) if (!isAmong(copied, queued)) await storage.put(queued)
      for (const queued of copied) if (!isAmong(now, queued)) await storage.remove(queued.id)
      for (const queued of await storage.all()) this.#show(queued)
    } catch {
      await this.#storeInTab()
    }
    if (this.isWaiting) this.#send()
  }

  /** Returns the newest matching change that can be undone, or all changes of its group, newest first. */
  newest(isMeant: (queued: QueuedMutation) => boolean): QueuedMutation[] {
    const all = [...this.#waiting.values()].flatMap(({ queued, isUndone }) =>
      queued.mutation.undo === undefined || isUndone || !isMeant(queued) ? [] : [queued],
    )
    all.sort((a, b) => (a.id < b.id ? 1 : -1))
    const [last] = all
    const group = last?.mutation.group
    return group === undefined ? all.slice(0, 1) : all.filter(({ mutation }) => mutation.group === group)
  }

  /**
   * Resolves the caller's promise with null. This is done for a queued change whose inverse is queued behind
   * it, so that the change cannot be undone again.
   */
  detachCaller({ id }: QueuedMutation): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.set(id, { queued: waiting.queued, isUndone: true })
    waiting.resolve?.(null)
  }

  /** Removes a queued change that was never sent. Returns false if the change may have reached the server. */
  async takeOut({ id }: QueuedMutation): Promise<boolean> {
    if (!(await this.#storage.removeUntried(id).catch(() => false))) return false
    this.#storage.send({ removed: id })
    this.#removed(id)
    return true
  }

  #know(waiting: Waiting): void {
    this.#waiting.set(waiting.queued.id, waiting)
    this.#parts.store.set(this.waitingAtom, this.#waiting.size)
  }

  /** Shows a change that was made before a reload or in another tab. */
  #show(queued: QueuedMutation): void {
    if (this.#waiting.has(queued.id)) return
    this.#parts.rows.applyLocal(queued.id, queued.mutation.changes, workspaceSlugOfCall(queued.mutation))
    this.#know({ queued })
  }

  #end(id: string, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    this.#parts.store.set(this.waitingAtom, this.#waiting.size)
    how(waiting)
  }

  #receiveMessage(news: OutboxMessage): void {
    if ('added' in news) {
      this.#show(news.added)
      // Another tab is already sending. This tab sends the change only if the other tab closes first.
      this.#send()
    } else if ('removed' in news) this.#removed(news.removed)
    else if ('accepted' in news) this.#accepted(news.id, news.accepted)
    else {
      const { code, message, fields } = news.refused
      this.#refused(news.id, new RequestError(code, message, fields))
    }
  }

  #removed(id: string): void {
    this.#end(id, ({ queued, resolve }) => {
      this.#parts.rows.settle(id, queued.mutation.changes)
      resolve?.(null)
    })
  }

  #accepted(id: string, answer: Answer): void {
    this.#end(id, ({ queued, resolve }) => {
      this.#parts.accept(queued, answer)
      resolve?.(answer)
    })
  }

  #refused(id: string, error: RequestError): void {
    this.#end(id, ({ queued, resolve }) => {
      this.#parts.refuse(queued, error)
      resolve?.(null)
    })
  }

  async #storeChange(queued: QueuedMutation): Promise<void> {
    try {
      await this.#storage.put(queued)
      this.#storage.send({ added: queued })
    } catch {
      await this.#storeInTab()
    }
  }

  /**
   * Stores the queued changes in the memory of this tab, because the browser's storage is full or was
   * cleared.
   */
  async #storeInTab(): Promise<void> {
    const storage = createTabOutboxStorage()
    // The storage that recorded which changes were sent is lost, so all changes are treated as already sent.
    for (const { queued } of this.#waiting.values()) await storage.put({ ...queued, isTried: true })
    this.#storage = storage
  }

  /**
   * Sends the queued changes. Only one tab sends at a time. This tab waits until the sending tab has emptied
   * the outbox or was closed.
   */
  #send(): void {
    this.#mayBeMore = true
    this.#sending ??= this.#sendWhileMore().finally(() => {
      this.#sending = null
    })
  }

  /**
   * Sends until the outbox is empty. The loop covers changes that are added after the last check and before
   * the lock is released.
   */
  async #sendWhileMore(): Promise<void> {
    while (this.#mayBeMore) {
      this.#mayBeMore = false
      const storage = this.#storage
      try {
        await storage.alone(() => this.#sendAll())
      } catch {
        if (this.#storage === storage) await this.#storeInTab()
        this.#mayBeMore = true
      }
    }
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const [first] = await this.#storage.all()
      if (first === undefined) return
      this.#show(first)
      if (!this.#parts.device.isOnline()) await this.#pause(longestPause)
      else if ((await this.#storage.claim(first.id)) && !(await this.#attempt(first))) return
    }
  }

  /**
   * Sends a queued change. Returns false if nobody is signed in. The change then waits until the same user
   * signs in again.
   */
  async #attempt(queued: QueuedMutation): Promise<boolean> {
    const { id } = queued
    const answer = await this.#request(queued)
    if (answer instanceof RequestError) {
      if (answer.code === 'unauthenticated') return false
      if (isTemporaryError(answer) || answer.code === 'rate_limited') {
        await this.#pause(this.#pauseAfter(answer))
        return true
      }
    }
    this.#attempts = 0
    await this.#storage.remove(id)
    if (answer instanceof RequestError) {
      const { code, message, fields } = answer
      this.#storage.send({ id, refused: { code, message, fields } })
      this.#refused(id, answer)
    } else {
      this.#storage.send({ id, accepted: answer })
      this.#accepted(id, answer)
    }
    return true
  }

  async #request({ id, mutation: { call, input } }: QueuedMutation): Promise<Answer | RequestError> {
    try {
      const { requestWithVersion } = this.#parts.requests
      return await requestWithVersion(call, input as CallInputOf<CallName>, { mutation_id: id })
    } catch (error) {
      if (error instanceof RequestError) return error
      // A change that was stored by an earlier version of the client may use a call that no longer exists. Such a
      // change is rejected, so that it does not block later changes.
      return new RequestError('internal', String(error))
    }
  }

  /**
   * Returns the milliseconds before the next attempt, at least the time that the server requested. The random
   * part prevents all clients from retrying at the same moment.
   */
  #pauseAfter({ retry_after }: RequestError): number {
    const usual = Math.min(firstPause * 2 ** this.#attempts++, longestPause)
    return Math.max(usual, (retry_after ?? 0) * 1000) * (1 + Math.random() / 4)
  }

  /** Waits before the next attempt. Ends early when the connection is back. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#parts.clock.after(milliseconds, resolve)
      this.#wake = () => {
        stop()
        resolve()
      }
    })
  }
}

function isAmong(all: readonly QueuedMutation[], { id }: QueuedMutation): boolean {
  return all.some((one) => one.id === id)
}

/** Returns whether an error is temporary: the server, its database or the network is unavailable. */
export function isTemporaryError(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'unavailable' || error.code === 'offline')
}

/**
 * Returns the slug of the workspace that a change belongs to, or null for a change of the user's own data.
 */
export function workspaceSlugOfCall({ input }: { input: unknown }): string | null {
  const { params } = input as { params?: { slug?: string } }
  return params?.slug ?? null
}
