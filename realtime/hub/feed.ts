import { changesChannel } from '#api/db/change-feed.ts'
import { changesVersion } from '#api/db/versions.ts'
import type { Deps } from '#api/deps.ts'
import type { Change, SubscribeAnswer } from '#common/changes.ts'
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

/** A lost wake-up costs at most this much; readers look by themselves. */
const pollMilliseconds = 2000

export interface Feed {
  /** `answer` is called once, in the same turn in which the socket starts to hear. False for who may not. */
  join(
    socket: LiveSocket,
    workspaceId: string,
    since: number | undefined,
    answer: (answer: SubscribeAnswer) => void,
  ): Promise<boolean>
  leave(socket: LiveSocket, workspaceId: string): void
  close(): void
}

type Access = Pick<Subscription, 'rooms' | 'unknown_until'>

/** Reads the change feed in order of version, once a process and workspace, and gives each socket what it may hear. */
export function createFeed(io: LiveServer, deps: Deps, onAccessChanged: (socket: LiveSocket) => void): Feed {
  const streams = new Map<string, Stream>()
  const stopListening = deps.bus.subscribe(
    changesChannel,
    (workspaceId) => void streams.get(workspaceId)?.pump(),
  )
  const poll = setInterval(() => {
    for (const stream of streams.values()) void stream.pump()
  }, pollMilliseconds)

  /** One workspace that somebody here listens to. */
  class Stream {
    readonly id: string
    readonly sockets = new Set<LiveSocket>()
    /** Of those who are about to listen: what is read until they do. */
    readonly joining = new Set<Heard[]>()
    version: number
    #pumping: Promise<void> | null = null
    #again = false

    constructor(id: string, version: number) {
      this.id = id
      this.version = version
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

    async #read(): Promise<void> {
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
      // Sockets that hear the same changes from the same version share one message, encoded once.
      const messages = new Map<string, { from: number; changes: Change[]; sockets: string[] }>()
      for (const socket of this.sockets) {
        const subscription = socket.data.workspaces.get(this.id)
        if (subscription === undefined) continue
        const mask = maskOf(heard, subscription)
        if (!/[12]/.test(mask)) continue
        const key = `${subscription.version}:${mask}`
        const message = messages.get(key) ?? {
          from: subscription.version,
          changes: visible(heard, mask),
          sockets: [],
        }
        message.sockets.push(socket.id)
        messages.set(key, message)
        subscription.version = to
      }
      for (const { from, changes, sockets } of messages.values()) {
        io.to(sockets).emit('changes', { workspace: this.id, from, to, changes })
      }
      await this.#moveSockets(heard)
    }

    /** A membership or a role changed: whoever it concerns is moved between rooms before the next change is read. */
    async #moveSockets(heard: Heard[]): Promise<void> {
      const people = new Set<string>()
      for (const { change } of heard) {
        const person = accessChangedBy(change)
        if (person === 'everyone') for (const socket of this.sockets) people.add(socket.data.user_id)
        else if (person !== null) people.add(person)
      }
      if (people.size > 0) await this.refresh(people)
    }

    async refresh(people: Set<string>): Promise<void> {
      for (const person of people) {
        const theirs = [...this.sockets].filter(
          ({ data }) => data.user_id === person && data.workspaces.has(this.id),
        )
        if (theirs.length === 0) continue
        const access = await this.#accessOf(person).catch((error: unknown) => {
          deps.log.error({ err: error }, 'access could not be looked up')
          return
        })
        for (const socket of theirs) {
          const subscription = socket.data.workspaces.get(this.id)
          // Nobody goes on hearing by rights that cannot be confirmed; whoever has them comes back.
          if (access === undefined) {
            socket.disconnect(true)
            continue
          }
          if (access === null) this.drop(socket)
          else if (subscription === undefined || !move(subscription, access)) continue
          socket.emit('reach', this.id)
          onAccessChanged(socket)
        }
      }
    }

    /**
     * The rooms are those of now, and the changes that are read may be behind: whoever was removed meanwhile and came back would hear what was
     * written in between. So it says up to which version their access changes once more.
     */
    async #accessOf(person: string): Promise<Access | null> {
      const rooms = await lookUpRooms(deps.orm, person, this.id)
      if (rooms === null) return null
      const now = await changesVersion(deps.orm.em.fork(), this.id)
      const ahead = now > this.version ? await readChanges(deps, this.id, this.version, now) : []
      const last = ahead.findLast(({ change }) => concerns(change, person) && isRevocable(change))
      return { rooms, unknown_until: last?.change.version ?? 0 }
    }

    /** Reads on until it is as new as a version. */
    async catchUp(version: number): Promise<void> {
      for (let attempt = 0; this.version < version; attempt++) {
        if (attempt === 3) throw new Error('the change feed is behind')
        await this.pump()
      }
    }

    drop(socket: LiveSocket): void {
      this.sockets.delete(socket)
      socket.data.workspaces.delete(this.id)
      if (this.sockets.size === 0) streams.delete(this.id)
    }
  }

  /** The socket counts from the start, though it hears nothing yet: a stream that nobody else listens to must not end meanwhile. */
  async function open(workspaceId: string, socket: LiveSocket): Promise<Stream> {
    const version = await changesVersion(deps.orm.em.fork(), workspaceId)
    const stream = streams.get(workspaceId) ?? new Stream(workspaceId, version)
    streams.set(workspaceId, stream)
    stream.sockets.add(socket)
    return stream
  }

  /**
   * Everything after `since` up to `version`, null where that is too much or no longer kept. Null, too, when the last that the person was
   * told changed their own access: the connection may have broken before they were told to look again.
   */
  async function missedSince(
    stream: Stream,
    person: string,
    since: number,
    version: number,
  ): Promise<Heard[] | null> {
    if (since > version || version - since >= catchUpLimit) return null
    const found = await readChanges(deps, stream.id, since - 1, version)
    const missed = found.filter(({ change }) => change.version > since)
    if (missed.length < version - since) return null
    return found.some(({ change }) => change.version === since && concerns(change, person)) ? null : missed
  }

  const join: Feed['join'] = async (socket, workspaceId, since, answer) => {
    const person = socket.data.user_id
    const stream = await open(workspaceId, socket)
    /** What the stream reads while rooms and missed changes are looked up. */
    let meanwhile: Heard[] = []
    try {
      await stream.pump()
      for (;;) {
        const { version } = stream
        meanwhile = []
        stream.joining.add(meanwhile)
        const rooms = await lookUpRooms(deps.orm, person, workspaceId)
        if (rooms === null) return false
        // What the rooms may know already is read before they count.
        await stream.catchUp(await changesVersion(deps.orm.em.fork(), workspaceId))
        const missed = since === undefined ? [] : await missedSince(stream, person, since, version)
        stream.joining.delete(meanwhile)
        if (!meanwhile.some(({ change }) => concerns(change, person))) {
          // Who was removed meanwhile and has come back is not among the listeners any more.
          if (!stream.sockets.has(socket)) return await join(socket, workspaceId, since, answer)
          // From here to the answer nothing waits: the socket hears of every later change, and of none twice.
          if (socket.connected)
            socket.data.workspaces.set(workspaceId, {
              rooms,
              version: stream.version,
              unknown_until: 0,
              has_missed: false,
            })
          const all = missed && since !== undefined ? [...missed, ...meanwhile] : missed
          answer(answerOf(stream, all, rooms, person))
          return true
        }
      }
    } finally {
      stream.joining.delete(meanwhile)
      if (!socket.data.workspaces.has(workspaceId)) stream.drop(socket)
    }
  }

  return {
    join,
    leave(socket, workspaceId) {
      streams.get(workspaceId)?.drop(socket)
    },
    close() {
      clearInterval(poll)
      stopListening()
    },
  }
}

/** Answers whether the person has to look again. */
function move(subscription: Subscription, { rooms, unknown_until }: Access): boolean {
  const isMoved = subscription.has_missed || !sameRooms(subscription.rooms, rooms)
  Object.assign(subscription, { rooms, unknown_until, has_missed: false })
  return isMoved
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

/** Null stands for too much. What was written before these rooms were theirs is not told to whoever has them now. */
function answerOf(
  { id, version }: { id: string; version: number },
  missed: Heard[] | null,
  rooms: Set<string>,
  person: string,
): SubscribeAnswer {
  if (missed === null || missed.some(({ change }) => concerns(change, person)))
    return { ok: true, workspace_id: id, version, reload: true }
  const mask = missed.map((one) => hearing(one, rooms)).join('')
  return { ok: true, workspace_id: id, version, changes: visible(missed, mask) }
}

function sameRooms(a: Set<string>, b: Set<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name))
}
