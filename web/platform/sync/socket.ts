import { atom } from 'jotai'
import type { Socket } from 'socket.io-client'
import type { ChangesMessage, Presence, SubscribeAnswer, SubscribeRequest } from '#common/platform/changes.ts'
import type { PresenceChanges } from '#common/platform/live.ts'
import type { Rows } from './apply-change.ts'
import type { Clock } from './clock.ts'
import type { Device } from './device.ts'
import type { Requests } from './http.ts'
import type { Store } from './store.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline'

interface Followed {
  slug: string
  id: string | null
  version: number
  /** Loads everything anew: too much was missed, or what the person may see has changed. */
  reload: () => void
}

interface Waiting {
  version: number
  resolve: () => void
}

type PresenceListener = (place: string, next: (before: Presence[]) => Presence[]) => void

/** Milliseconds to wait for an answer. */
const answerWithin = 15_000
/** Milliseconds after which a server that could not answer is asked again. */
const againAfter = 3000
/** Refusals that say nothing about what was asked. */
const passing: readonly string[] = ['internal', 'unavailable', 'rate_limited']

interface Parts {
  store: Store
  rows: Rows
  clock: Clock
  device: Device
  requests: Requests
  /** Makes the socket; called when it is first needed, and again only after it could not be made. */
  socket: () => Promise<Socket>
}

/** Hears what changes in the workspace that is followed, and gives it to the rows. */
export class Live {
  /** Said in words wherever it matters: what is on the screen may be old unless it is live. */
  readonly connectionAtom = atom<Connection>('connecting')
  readonly #parts: Parts
  readonly #presenceListeners = new Set<PresenceListener>()
  #socket: Socket | null = null
  #opening: Promise<Socket> | null = null
  #followed: Followed | null = null
  #subscribing: Promise<void> | null = null
  #waiting: Waiting[] = []
  #asking = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Follows the changes of a workspace. Resolves when they are heard, so that whatever is read afterwards misses nothing.
   * After a break the missed changes are asked for by version.
   */
  follow = async (slug: string, reload: () => void): Promise<void> => {
    if (this.#followed !== null && this.#followed.slug !== slug) {
      this.#socket?.emit('unsubscribe', { workspace: this.#followed.id })
      for (const one of this.#waiting.splice(0)) one.resolve()
    }
    this.#followed = { slug, id: null, version: -1, reload }
    await this.#subscribe()
  }

  /** Asks for the changes after the version that something was read at, when more has been heard of since. */
  catchUpFrom = async (version: number): Promise<void> => {
    if (this.#followed === null) return
    const isSubscribed = this.#followed.version >= 0
    if (isSubscribed && this.#followed.version <= version) return
    this.#followed.version = version
    this.#parts.rows.hearSince(version)
    if (isSubscribed) await this.#subscribe()
  }

  /** Resolves when every change up to a version of the followed workspace has been heard. */
  heard = (version: number): Promise<void> => {
    if (this.#followed === null || this.#followed.version >= version) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ version, resolve }))
  }

  onPresence = (listener: PresenceListener): (() => void) => {
    this.#presenceListeners.add(listener)
    return () => void this.#presenceListeners.delete(listener)
  }

  /** Null before there is one; there is while the connection is live. */
  liveSocket = (): Socket | null => this.#socket

  close = (): void => void this.#opening?.then((socket) => socket.close())

  #open(): Promise<Socket> {
    this.#opening ??= this.#parts.socket().then(
      (socket) => {
        this.#socket = socket
        this.#listen(socket)
        return socket
      },
      (error: unknown) => {
        this.#opening = null
        throw error
      },
    )
    return this.#opening
  }

  #listen(socket: Socket): void {
    socket.on('connect', () => void this.#subscribe())
    socket.on('disconnect', (reason) => {
      this.#subscribing = null
      this.#sayAway()
      // The server ended it, as it does with the sockets of an ended session: coming back shows whether that is over.
      if (reason === 'io server disconnect') socket.connect()
    })
    socket.on('connect_error', () => {
      this.#sayAway()
      void this.#askWhetherSignedIn()
      // After a refusal the library does not try again; this one may have been for a moment.
      if (!socket.active) this.#parts.clock.after(againAfter, () => socket.connect())
    })
    socket.on('changes', (message: ChangesMessage) => this.#hear(message))
    socket.on('access', (workspaceId: string) => {
      if (this.#followed?.id === workspaceId) void this.#readAnew(this.#followed)
    })
    socket.on('presence', (place: string, people: Presence[]) => this.#tellPresence(place, () => people))
    socket.on('presence_changes', (place: string, { changed, left }: PresenceChanges) => {
      const gone = new Set([...left, ...changed.map((person) => person.client_id)])
      this.#tellPresence(place, (before) => [
        ...before.filter((person) => !gone.has(person.client_id)),
        ...changed,
      ])
    })
    this.#parts.device.onOnline((isOnline) => {
      if (isOnline) socket.disconnect().connect()
      else this.#say('offline')
    })
  }

  #say(connection: Connection): void {
    this.#parts.store.set(this.connectionAtom, connection)
  }

  #sayAway(): void {
    this.#say(this.#parts.device.isOnline() ? 'reconnecting' : 'offline')
  }

  /** A browser is not told why a socket was refused. When it is because the session is over, the call's refusal leads to sign-in, with the way back. */
  async #askWhetherSignedIn(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    await this.#parts.requests.request('getMe', {}).catch(() => {})
    this.#asking = false
  }

  #tellPresence(place: string, next: (before: Presence[]) => Presence[]): void {
    for (const listener of this.#presenceListeners) listener(place, next)
  }

  #hear(message: ChangesMessage): void {
    const followed = this.#followed
    if (followed === null || followed.id !== message.workspace) return
    // Something between was missed, for example while the machine slept: ask for it rather than guess.
    if (message.from > followed.version) return void this.#subscribe()
    this.#apply(followed, message.changes)
    this.#isNow(followed, message.to)
  }

  #apply(target: Followed, changes: ChangesMessage['changes']): void {
    for (const change of changes) if (change.version > target.version) this.#parts.rows.applyChange(change)
  }

  #isNow(target: Followed, version: number): void {
    target.version = Math.max(target.version, version)
    const isOver = (one: Waiting) => one.version <= target.version
    for (const one of this.#waiting.filter(isOver)) one.resolve()
    this.#waiting = this.#waiting.filter((one) => !isOver(one))
  }

  /** One at a time; a second call waits for the first and is answered by it. */
  #subscribe(): Promise<void> {
    if (this.#followed === null) return Promise.resolve()
    const asking = this.#subscribing ?? this.#ask(this.#followed)
    this.#subscribing = asking
    return asking.finally(() => {
      if (this.#subscribing === asking) this.#subscribing = null
    })
  }

  /** Somebody who was removed and is back already is not subscribed any more: what was heard so far counts for nothing. */
  async #readAnew(target: Followed): Promise<void> {
    target.version = -1
    await this.#subscribe()
    if (this.#followed === target) target.reload()
  }

  async #ask(target: Followed): Promise<void> {
    const since = target.version < 0 ? undefined : target.version
    const answer = await this.#answerTo({ workspace: target.slug, ...(since !== undefined && { since }) })
    if (this.#followed !== target) return this.#subscribeAgain()
    if (answer === null || (!answer.ok && passing.includes(answer.code))) return this.#askLater(target)
    if (!answer.ok) {
      if (since !== undefined) target.reload()
      return
    }
    target.id = answer.workspace_id
    // Read meanwhile at an older version: what lies between is missing from an answer that was asked without it.
    const isMissed = since === undefined && target.version >= 0 && target.version < answer.version
    if (isMissed && !('reload' in answer)) return this.#ask(target)
    if (since === undefined || 'reload' in answer) this.#parts.rows.hearSince(answer.version)
    this.#take(target, answer)
    this.#say('live')
  }

  #take(target: Followed, answer: Extract<SubscribeAnswer, { ok: true }>): void {
    if ('reload' in answer) {
      this.#isNow(target, answer.version)
      target.reload()
      return
    }
    this.#apply(target, answer.changes)
    this.#isNow(target, answer.version)
  }

  /** The next connection asks by itself; one that lasts, or could not be made, is asked again here. */
  #askLater(target: Followed): void {
    this.#sayAway()
    this.#parts.clock.after(againAfter, () => {
      if (this.#followed === target && this.#socket?.connected !== false) void this.#subscribe()
    })
  }

  /** Null when the connection broke or the server was silent. */
  async #answerTo(request: SubscribeRequest): Promise<SubscribeAnswer | null> {
    try {
      const socket = await this.#open()
      return await socket.timeout(answerWithin).emitWithAck('subscribe', request)
    } catch {
      return null
    }
  }

  /** The person went to another workspace while the answer was on its way. */
  #subscribeAgain(): Promise<void> {
    return this.#followed === null ? Promise.resolve() : this.#ask(this.#followed)
  }
}
