import type { Deps } from '#api/platform/context/deps.ts'
import { changesVersion } from '#api/platform/feed/versions.ts'
import type { Change } from '#common/platform/changes.ts'
import {
  accessChangedBy,
  catchUpLimit,
  concerns,
  cutBehindAccessChanges,
  type Heard,
  hearing,
  isRevocable,
  readChanges,
  visible,
} from './heard.ts'
import { lookUpRooms } from './rooms.ts'
import type { LiveServer, LiveSocket, Subscription } from './types.ts'

/** What a stream works with. */
export interface StreamParts {
  io: LiveServer
  deps: Deps
  onAccessChanged: (socket: LiveSocket) => void
  /** Nobody listens any more. */
  onEmpty: (stream: Stream) => void
}

type Access = Pick<Subscription, 'rooms' | 'unknown_until'>

/** The changes of one workspace that somebody here listens to, read in order of version. */
export class Stream {
  readonly id: string
  readonly sockets = new Set<LiveSocket>()
  /** Of those who are about to listen: what is read until they do. */
  readonly joining = new Set<Heard[]>()
  version: number
  readonly #parts: StreamParts
  #pumping: Promise<void> | null = null
  #again = false

  constructor(id: string, version: number, parts: StreamParts) {
    this.id = id
    this.version = version
    this.#parts = parts
  }

  /** Reads on from the last version until there is nothing new; calls during a read make it look once more. */
  pump(): Promise<void> {
    if (this.#pumping !== null) {
      this.#again = true
      return this.#pumping
    }
    this.#pumping = this.#read().finally(() => {
      this.#pumping = null
      if (this.#again) {
        this.#again = false
        void this.pump()
      }
    })
    return this.#pumping
  }

  /** Reads on until it is as new as a version. */
  async catchUp(version: number): Promise<void> {
    for (let attempt = 0; this.version < version; attempt++) {
      if (attempt === 3) throw new Error('the change feed is behind')
      await this.pump()
    }
  }

  /**
   * Everything after `since` up to `version`, null where that is too much or no longer kept. Null, too, when the last that the person was
   * told changed their own access: the connection may have broken before they were told to look again.
   */
  async missedSince(person: string, since: number, version: number): Promise<Heard[] | null> {
    if (since > version || version - since >= catchUpLimit) return null
    const found = await readChanges(this.#parts.deps, this.id, since - 1, version)
    const missed = found.filter(({ change }) => change.version > since)
    if (missed.length < version - since) return null
    return found.some(({ change }) => change.version === since && concerns(change, person)) ? null : missed
  }

  /** Somebody has no access any more by what stands in no change. Whoever has it again by then comes back by themselves. */
  shutOut(person: string): void {
    for (const socket of this.#socketsOf(person)) this.#moveSocket(socket, null)
  }

  drop(socket: LiveSocket): void {
    this.sockets.delete(socket)
    socket.data.workspaces.delete(this.id)
    if (this.sockets.size === 0) this.#parts.onEmpty(this)
  }

  async #read(): Promise<void> {
    const { deps } = this.#parts
    try {
      for (;;) {
        const heard = await readChanges(deps, this.id, this.version)
        if (heard.length === 0) return
        // Who loses access by a change hears none of those behind it, even when all are read at once.
        for (const part of cutBehindAccessChanges(heard)) await this.#deliver(part)
        if (heard.length < catchUpLimit) return
      }
    } catch (error) {
      deps.log.error({ err: error }, 'the change feed could not be read')
    }
  }

  async #deliver(heard: Heard[]): Promise<void> {
    const to = heard.at(-1)?.change.version ?? this.version
    this.version = to
    for (const meanwhile of this.joining) meanwhile.push(...heard)
    for (const { from, changes, sockets } of this.#messages(heard, to)) {
      this.#parts.io.to(sockets).emit('changes', { workspace: this.id, from, to, changes })
    }
    await this.#moveSockets(heard)
  }

  /** Sockets that hear the same changes from the same version share one message, encoded once. */
  #messages(heard: Heard[], to: number): Iterable<Message> {
    const messages = new Map<string, Message>()
    for (const socket of this.sockets) {
      const subscription = socket.data.workspaces.get(this.id)
      if (subscription === undefined) continue
      const mask = maskOf(heard, subscription)
      if (!/[12]/.test(mask)) continue
      const { version: from } = subscription
      const key = `${from}:${mask}`
      const message = messages.get(key) ?? { from, changes: visible(heard, mask), sockets: [] }
      message.sockets.push(socket.id)
      messages.set(key, message)
      subscription.version = to
    }
    return messages.values()
  }

  /** A membership or a role changed: whoever it concerns is moved between rooms before the next change is read. */
  async #moveSockets(heard: Heard[]): Promise<void> {
    const people = new Set<string>()
    for (const { change } of heard) {
      const person = accessChangedBy(change)
      if (person === 'everyone') for (const socket of this.sockets) people.add(socket.data.user_id)
      else if (person !== null) people.add(person)
    }
    for (const person of people) {
      const theirs = this.#socketsOf(person)
      if (theirs.length > 0) await this.#moveTheirs(person, theirs)
    }
  }

  #socketsOf(person: string): LiveSocket[] {
    return [...this.sockets].filter(({ data }) => data.user_id === person && data.workspaces.has(this.id))
  }

  async #moveTheirs(person: string, sockets: LiveSocket[]): Promise<void> {
    const access = await this.#accessOf(person).catch((error: unknown) => {
      this.#parts.deps.log.error({ err: error }, 'access could not be looked up')
      return
    })
    for (const socket of sockets) {
      // Nobody goes on hearing by rights that cannot be confirmed; whoever has them comes back.
      if (access === undefined) socket.disconnect(true)
      else this.#moveSocket(socket, access)
    }
  }

  #moveSocket(socket: LiveSocket, access: Access | null): void {
    const subscription = socket.data.workspaces.get(this.id)
    if (access === null) this.drop(socket)
    else if (subscription === undefined || !move(subscription, access)) return
    socket.emit('access', this.id)
    this.#parts.onAccessChanged(socket)
  }

  /**
   * The rooms are those of now, and the changes that are read may be behind: whoever was removed meanwhile and came back would hear what was
   * written in between. So it says up to which version their access changes once more.
   */
  async #accessOf(person: string): Promise<Access | null> {
    const { deps } = this.#parts
    const rooms = await lookUpRooms(deps.orm, person, this.id)
    if (rooms === null) return null
    const now = await changesVersion(deps.orm.em.fork(), this.id)
    const ahead = now > this.version ? await readChanges(deps, this.id, this.version, now) : []
    const last = ahead.findLast(({ change }) => concerns(change, person) && isRevocable(change))
    return { rooms, unknown_until: last?.change.version ?? 0 }
  }
}

interface Message {
  from: number
  changes: Change[]
  sockets: string[]
}

/** Answers whether the person has to look again. */
function move(subscription: Subscription, { rooms, unknown_until }: Access): boolean {
  const isMoved = subscription.has_missed || !sameRooms(subscription.rooms, rooms)
  Object.assign(subscription, { rooms, unknown_until, has_missed: false })
  return isMoved
}

function sameRooms(a: Set<string>, b: Set<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name))
}

function maskOf(heard: Heard[], subscription: Subscription): string {
  const { rooms, unknown_until } = subscription
  const marks = heard.map((one) => {
    const mark = hearing(one, rooms)
    if (mark === 0 || one.change.version > unknown_until) return mark
    subscription.has_missed = true
    return 0
  })
  return marks.join('')
}
