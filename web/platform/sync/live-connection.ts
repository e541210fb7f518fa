import { atom } from 'jotai'
import type { Socket } from 'socket.io-client'
import type {
  ChangesMessage,
  Presence,
  SubscribeRequest,
  SubscribeResponse,
} from '#common/platform/changes.ts'
import type { PresenceChanges } from '#common/platform/live.ts'
import type { Device } from './device.ts'
import type { RequestClient } from './http.ts'
import type { LocalRows } from './local-rows.ts'
import type { Store } from './store.ts'
import type { Clock } from './system-clock.ts'

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline'

interface Followed {
  slug: string
  id: string | null
  version: number
  /**
   * Reloads all data of the workspace, because too many changes were missed or the user's access has changed.
   */
  reload: () => void
}

interface Waiting {
  version: number
  resolve: () => void
}

type PresenceListener = (place: string, next: (before: Presence[]) => Presence[]) => void

/** Milliseconds to wait for an answer of the server. */
const answerWithin = 15_000
/** Milliseconds between a temporary failure and the next attempt to connect or to subscribe. */
const againAfter = 3000
/** Error codes of temporary errors that the request itself does not cause. */
const passing: readonly string[] = ['internal', 'unavailable', 'rate_limited']

interface Parts {
  store: Store
  rows: LocalRows
  clock: Clock
  device: Device
  requests: RequestClient
  /** Creates the socket. Called on first use, and called again only after a failure. */
  socket: () => Promise<Socket>
  /** Called when the server does not support the protocol version of this client. */
  onUnsupported: () => void
}

/** Receives the changes of the current workspace and applies them to the rows. */
export class LiveConnection {
  /** The interface shows any state other than `live`, because the data may then be outdated. */
  readonly connectionAtom = atom<ConnectionState>('connecting')
  /**
   * Counts the successful subscriptions. The server ignores presence messages before a subscription, and forgets the
   * presence of a user whose access ended, so presence is sent again after each subscription.
   */
  readonly subscriptionsAtom = atom(0)
  readonly #parts: Parts
  readonly #presenceListeners = new Set<PresenceListener>()
  #socket: Socket | null = null
  #opening: Promise<Socket> | null = null
  #followed: Followed | null = null
  #subscribing: Promise<void> | null = null
  #waiting: Waiting[] = []
  #isCheckingSession = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Subscribes to the changes of a workspace. Resolves when the subscription is active, so that later reads
   * miss nothing. After an interruption, the missed changes are requested by version. `since` is the version of rows
   * that this browser stored earlier. If it is not null, the changes after this version are requested.
   */
  follow = async (slug: string, reload: () => void, since: number | null = null): Promise<void> => {
    if (this.#followed !== null && this.#followed.slug !== slug) {
      this.#socket?.emit('unsubscribe', { workspace: this.#followed.id })
      for (const one of this.#waiting.splice(0)) one.resolve()
    }
    this.#followed = { slug, id: null, version: since ?? -1, reload }
    if (since !== null) this.#parts.rows.setReceivedSince(since)
    await this.#subscribe()
  }

  /**
   * Returns the version up to which all changes of the workspace were received. Returns null before the first
   * subscription.
   */
  receivedVersion = (slug: string): number | null =>
    this.#followed?.slug === slug && this.#followed.id !== null ? this.#followed.version : null

  /**
   * Call this after data was loaded. `version` is the version of the loaded data. If the subscription has
   * already received newer changes, they are requested again, because the loaded rows do not include them.
   */
  catchUpFrom = async (version: number): Promise<void> => {
    if (this.#followed === null) return
    const isSubscribed = this.#followed.version >= 0
    if (isSubscribed && this.#followed.version <= version) return
    this.#followed.version = version
    this.#parts.rows.setReceivedSince(version)
    if (isSubscribed) await this.#subscribe()
  }

  /** Resolves when all changes up to a version have been received. */
  waitForVersion = (version: number): Promise<void> => {
    if (this.#followed === null || this.#followed.version >= version) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ version, resolve }))
  }

  onPresence = (listener: PresenceListener): (() => void) => {
    this.#presenceListeners.add(listener)
    return () => void this.#presenceListeners.delete(listener)
  }

  /** Returns the socket, or null before the first connection. */
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
      this.#setDisconnected()
      // The server closes the sockets of a session that ends. A reconnection shows whether the session is
      // still valid.
      if (reason === 'io server disconnect') socket.connect()
    })
    socket.on('connect_error', ({ message }) => {
      this.#setDisconnected()
      if (message === 'unsupported_protocol') this.#parts.onUnsupported()
      void this.#checkSession()
      // Socket.IO does not reconnect after a rejected connection, but the reason may be temporary.
      if (!socket.active) this.#parts.clock.after(againAfter, () => socket.connect())
    })
    socket.on('changes', (message: ChangesMessage) => this.#receiveChanges(message))
    socket.on('access', (workspaceId: string) => {
      if (this.#followed?.id === workspaceId) void this.#reloadAccess(this.#followed)
    })
    socket.on('presence', (place: string, people: Presence[]) => this.#notifyPresence(place, () => people))
    socket.on('presence_changes', (place: string, { changed, left }: PresenceChanges) => {
      const gone = new Set([...left, ...changed.map((person) => person.client_id)])
      this.#notifyPresence(place, (before) => [
        ...before.filter((person) => !gone.has(person.client_id)),
        ...changed,
      ])
    })
    this.#parts.device.onOnline((isOnline) => {
      if (isOnline) socket.disconnect().connect()
      else this.#setConnection('offline')
    })
  }

  #setConnection(connection: ConnectionState): void {
    this.#parts.store.set(this.connectionAtom, connection)
  }

  #setDisconnected(): void {
    this.#setConnection(this.#parts.device.isOnline() ? 'reconnecting' : 'offline')
  }

  /**
   * Sends a request to find out whether the session has ended, because browsers do not expose why a connection
   * was rejected. If the session has ended, the request is rejected too, and the sign-in screen opens.
   */
  async #checkSession(): Promise<void> {
    if (this.#isCheckingSession) return
    this.#isCheckingSession = true
    await this.#parts.requests.request('getMe', {}, { stored: 'never' }).catch(() => {})
    this.#isCheckingSession = false
  }

  #notifyPresence(place: string, next: (before: Presence[]) => Presence[]): void {
    for (const listener of this.#presenceListeners) listener(place, next)
  }

  #receiveChanges(message: ChangesMessage): void {
    const followed = this.#followed
    if (followed === null || followed.id !== message.workspace) return
    // Requests the changes between the last received version and this message, because they are missing, for example
    // after the device slept.
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

  /** Sends a request to subscribe. If such a request is in progress, returns its result instead. */
  #subscribe(): Promise<void> {
    if (this.#followed === null) return Promise.resolve()
    const asking = this.#subscribing ?? this.#requestSubscription(this.#followed)
    this.#subscribing = asking
    return asking.finally(() => {
      if (this.#subscribing === asking) this.#subscribing = null
    })
  }

  /**
   * Subscribes again and reloads all data after the user's access has changed. A user who was removed and
   * added again is no longer subscribed, so changes may be missing.
   */
  async #reloadAccess(target: Followed): Promise<void> {
    target.version = -1
    await this.#subscribe()
    if (this.#followed === target) target.reload()
  }

  async #requestSubscription(target: Followed): Promise<void> {
    const since = target.version < 0 ? undefined : target.version
    const answer = await this.#answerTo({ workspace: target.slug, ...(since !== undefined && { since }) })
    if (this.#followed !== target) return this.#subscribeAgain()
    if (answer === null || (!answer.ok && passing.includes(answer.code))) return this.#subscribeLater(target)
    if (!answer.ok) {
      if (since !== undefined) target.reload()
      return
    }
    target.id = answer.workspace_id
    // While this request without `since` was in progress, rows of an older version were loaded. The changes
    // between that version and the response are missing, so they are requested.
    const isMissed = since === undefined && target.version >= 0 && target.version < answer.version
    if (isMissed && !('reload' in answer)) return this.#requestSubscription(target)
    if (since === undefined || 'reload' in answer) this.#parts.rows.setReceivedSince(answer.version)
    this.#take(target, answer)
    this.#setConnection('live')
    this.#parts.store.set(this.subscriptionsAtom, (count) => count + 1)
  }

  #take(target: Followed, answer: Extract<SubscribeResponse, { ok: true }>): void {
    if ('reload' in answer) {
      this.#isNow(target, answer.version)
      target.reload()
      return
    }
    this.#apply(target, answer.changes)
    this.#isNow(target, answer.version)
  }

  /**
   * Subscribes again after a delay. If the connection breaks during the delay, nothing is done here, because the
   * reconnection subscribes automatically.
   */
  #subscribeLater(target: Followed): void {
    this.#setDisconnected()
    this.#parts.clock.after(againAfter, () => {
      if (this.#followed === target && this.#socket?.connected !== false) void this.#subscribe()
    })
  }

  /** Sends a request to subscribe. Returns null if the connection broke or the server did not answer. */
  async #answerTo(request: SubscribeRequest): Promise<SubscribeResponse | null> {
    try {
      const socket = await this.#open()
      return await socket.timeout(answerWithin).emitWithAck('subscribe', request)
    } catch {
      return null
    }
  }

  /**
   * Subscribes to the workspace that the user opened while the response for the previous workspace was on its
   * way.
   */
  #subscribeAgain(): Promise<void> {
    return this.#followed === null ? Promise.resolve() : this.#requestSubscription(this.#followed)
  }
}
