import { atom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import type { Rows } from './apply-change.ts'
import type { Clock } from './clock.ts'
import type { Device } from './device.ts'
import { type Answered, RequestError, type Requests, type Sending } from './http.ts'
import { type Kept, type News, type OutboxStorage, tabStorage } from './outbox-storage.ts'
import type { Live } from './socket.ts'
import type { Store } from './store.ts'

const firstPause = 500
const longestPause = 5000
/** Milliseconds; most writes are answered in a tenth of it, and are never kept. */
const slowAfter = 1000

type Answer = Answered<CallName>

interface Parts {
  store: Store
  rows: Rows
  clock: Clock
  device: Device
  requests: Requests
  live: Live
  /** Confirms the rows of an answer, and ends what was shown in advance. */
  accept(kept: Kept, answer: Answer): void
  /** Takes back what was shown in advance, and says why. */
  refuse(kept: Kept, error: RequestError): void
}

interface Waiting {
  kept: Kept
  /** Whoever made the change in this instance; nobody, after a reload and for the changes of another tab. */
  resolve?: (answer: Answer | null) => void
  isUndone?: true
}

/**
 * Changes that could not be sent, in the order in which they were made. They are sent one after the other once the server is back,
 * each under its mutation id, which the server does once however often it comes. Where the machine keeps them they survive a reload,
 * and all tabs of a person have them in common.
 */
export class Outbox {
  /** How many changes wait to be sent. */
  readonly waitingAtom = atom(0)
  readonly #parts: Parts
  readonly #waiting = new Map<string, Waiting>()
  #storage: OutboxStorage = tabStorage()
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

  /** Whether what is made now has to wait its turn. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Resolves with the answer, or with null when the change was refused or taken out again. */
  add(kept: Kept): Promise<Answer | null> {
    return new Promise((resolve) => {
      this.#know({ kept, resolve })
      void this.#keep(kept).then(() => this.#send())
    })
  }

  /** Keeps a change that is not in the outbox when its answer is long in coming: the page may be left meanwhile. What it answers is called when that is over. */
  keepIfSlow(kept: Kept): () => void {
    let isKept = false
    const stop = this.#parts.clock.after(slowAfter, () => {
      isKept = true
      // Where the machine keeps nothing it is on its way all the same.
      void this.#storage.put({ ...kept, isTried: true }).catch(() => {})
    })
    return () => {
      stop()
      if (isKept) void this.#storage.remove(kept.id).catch(() => {})
    }
  }

  /** Goes on with what was kept on this machine, and keeps what waits there. */
  async open(storage: OutboxStorage): Promise<void> {
    storage.onNews((news) => this.#hear(news))
    const before = this.#storage
    try {
      const copied = await before.all()
      for (const kept of copied) await storage.put(kept)
      this.#storage = storage
      // What was made and what was sent while the first were copied.
      const now = await before.all()
      for (const kept of now) if (!isAmong(copied, kept)) await storage.put(kept)
      for (const kept of copied) if (!isAmong(now, kept)) await storage.remove(kept.id)
      for (const kept of await storage.all()) this.#show(kept)
    } catch {
      await this.#keepInTab()
    }
    if (this.isWaiting) this.#send()
  }

  /** Of the changes that wait and are meant the last that can be undone; several, where they are one change to the person. Last sent, first. */
  newest(isMeant: (kept: Kept) => boolean): Kept[] {
    const all = [...this.#waiting.values()].flatMap(({ kept, isUndone }) =>
      kept.mutation.undo === undefined || isUndone || !isMeant(kept) ? [] : [kept],
    )
    all.sort((a, b) => (a.id < b.id ? 1 : -1))
    const [last] = all
    const group = last?.mutation.group
    return group === undefined ? all.slice(0, 1) : all.filter(({ mutation }) => mutation.group === group)
  }

  /** For a change whose inverse follows it: it is not to be undone again, and whoever made it is told that it came to nothing. */
  forgetMaker({ id }: Kept): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.set(id, { kept: waiting.kept, isUndone: true })
    waiting.resolve?.(null)
  }

  /** Takes a change out before it was ever sent; answers false when it may have arrived already. */
  async takeOut({ id }: Kept): Promise<boolean> {
    if (!(await this.#storage.removeUntried(id).catch(() => false))) return false
    this.#storage.tell({ removed: id })
    this.#removed(id)
    return true
  }

  #know(waiting: Waiting): void {
    this.#waiting.set(waiting.kept.id, waiting)
    this.#parts.store.set(this.waitingAtom, this.#waiting.size)
  }

  /** A change from before a reload, or of another tab. */
  #show(kept: Kept): void {
    if (this.#waiting.has(kept.id)) return
    this.#parts.rows.applyLocal(kept.id, kept.mutation.changes, slugOf(kept.mutation))
    this.#know({ kept })
  }

  #end(id: string, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    this.#parts.store.set(this.waitingAtom, this.#waiting.size)
    how(waiting)
  }

  #hear(news: News): void {
    if ('added' in news) {
      this.#show(news.added)
      // Its turn comes when the tab that sends now is done, or closed.
      this.#send()
    } else if ('removed' in news) this.#removed(news.removed)
    else if ('accepted' in news) this.#accepted(news.id, news.accepted)
    else {
      const { code, message, fields } = news.refused
      this.#refused(news.id, new RequestError(code, message, fields))
    }
  }

  #removed(id: string): void {
    this.#end(id, ({ kept, resolve }) => {
      this.#parts.rows.settle(id, kept.mutation.changes)
      resolve?.(null)
    })
  }

  #accepted(id: string, answer: Answer): void {
    this.#end(id, ({ kept, resolve }) => {
      this.#parts.accept(kept, answer)
      resolve?.(answer)
    })
  }

  #refused(id: string, error: RequestError): void {
    this.#end(id, ({ kept, resolve }) => {
      this.#parts.refuse(kept, error)
      resolve?.(null)
    })
  }

  async #keep(kept: Kept): Promise<void> {
    try {
      await this.#storage.put(kept)
      this.#storage.tell({ added: kept })
    } catch {
      await this.#keepInTab()
    }
  }

  /** The machine is full, or has taken away what it kept: what waits goes on waiting in this tab alone. */
  async #keepInTab(): Promise<void> {
    const storage = tabStorage()
    // Nobody can say any more which of them were sent.
    for (const { kept } of this.#waiting.values()) await storage.put({ ...kept, isTried: true })
    this.#storage = storage
  }

  /** One at a time, of all tabs; whoever is second finds the outbox empty, or goes on where the first was closed. */
  #send(): void {
    this.#mayBeMore = true
    this.#sending ??= this.#sendWhileMore().finally(() => {
      this.#sending = null
    })
  }

  /** What is put in after the last look, before the turn is given back, has not been seen. */
  async #sendWhileMore(): Promise<void> {
    while (this.#mayBeMore) {
      this.#mayBeMore = false
      const storage = this.#storage
      try {
        await storage.alone(() => this.#sendAll())
      } catch {
        if (this.#storage === storage) await this.#keepInTab()
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

  /** False when there is no use in going on: nobody is signed in any more. The change waits for the same person to come back. */
  async #attempt(kept: Kept): Promise<boolean> {
    const { id } = kept
    const answer = await this.#request(kept)
    if (answer instanceof RequestError) {
      if (answer.code === 'unauthenticated') return false
      if (isPassing(answer) || answer.code === 'rate_limited') {
        await this.#pause(this.#pauseAfter(answer))
        return true
      }
    }
    this.#attempts = 0
    await this.#storage.remove(id)
    if (answer instanceof RequestError) {
      const { code, message, fields } = answer
      this.#storage.tell({ id, refused: { code, message, fields } })
      this.#refused(id, answer)
    } else {
      this.#storage.tell({ id, accepted: answer })
      this.#accepted(id, answer)
    }
    return true
  }

  async #request({ id, mutation: { call, input } }: Kept): Promise<Answer | RequestError> {
    try {
      const { requestWithVersion } = this.#parts.requests
      return await requestWithVersion(call, input as Sending<CallName>, { mutation_id: id })
    } catch (error) {
      if (error instanceof RequestError) return error
      // No such call any more, of a change that was kept by a page from before an update: it would hold up all others for ever.
      return new RequestError('internal', String(error))
    }
  }

  /** At least as long as the server asks for; not everybody's at the same moment, or its first moment would be its last. */
  #pauseAfter({ retry_after }: RequestError): number {
    const usual = Math.min(firstPause * 2 ** this.#attempts++, longestPause)
    return Math.max(usual, (retry_after ?? 0) * 1000) * (1 + Math.random() / 4)
  }

  /** Ends as soon as the connection is back, too. */
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

function isAmong(all: readonly Kept[], { id }: Kept): boolean {
  return all.some((one) => one.id === id)
}

/** A failure that passes: the server or its database is away, or the network is. */
export function isPassing(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'unavailable' || error.code === 'offline')
}

/** The workspace that a change belongs to; null for what belongs to the person alone. */
export function slugOf({ input }: { input: unknown }): string | null {
  const { params } = input as { params?: { slug?: string } }
  return params?.slug ?? null
}
