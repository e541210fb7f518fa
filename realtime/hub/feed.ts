import { changesChannel } from '#api/db/change-feed.ts'
import { query } from '#api/db/orm.ts'
import { changesVersion } from '#api/db/versions.ts'
import type { Deps } from '#api/deps.ts'
import type { Change, SubscribeAnswer } from '#common/changes.ts'
import { entities, isSynced } from '#common/entities.ts'
import { lookUpReach, type Reach } from './reach.ts'
import type { LiveServer, LiveSocket } from './types.ts'

/** Changes read at once; a client further behind than this reloads, which is cheaper for both. */
const catchUpLimit = 2000
/** A lost wake-up costs at most this much; readers look by themselves. */
const pollMilliseconds = 2000

interface Heard {
  change: Change
  audience: string[]
  left_audience: string[]
}

export interface Feed {
  /** `answer` is called once, in the same turn in which the socket starts to hear. */
  join(
    socket: LiveSocket,
    reach: Reach,
    since: number | undefined,
    answer: (answer: SubscribeAnswer) => void,
  ): Promise<void>
  leave(socket: LiveSocket, workspaceId: string): void
  close(): void
}

/** Reads the change feed in order of version, once a process and workspace, and gives each socket what it may hear. */
export function createFeed(io: LiveServer, deps: Deps, onReachMoved: (socket: LiveSocket) => void): Feed {
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
          await this.#deliver(heard)
          if (heard.length < catchUpLimit) return
        }
      } catch (error) {
        deps.log.error({ err: error }, 'the change feed could not be read')
      }
    }

    async #deliver(heard: Heard[]): Promise<void> {
      const to = heard.at(-1)?.change.version ?? this.version
      this.version = to
      // Sockets that hear the same changes from the same version share one message, encoded once.
      const messages = new Map<string, { from: number; changes: Change[]; sockets: string[] }>()
      for (const socket of this.sockets) {
        const subscription = socket.data.workspaces.get(this.id)
        if (subscription === undefined) continue
        const mask = heard.map((one) => hearing(one, subscription.rooms)).join('')
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
      await this.#moveReach(heard)
    }

    /** A membership or a role changed: whoever it concerns is moved between rooms before the next change is read. */
    async #moveReach(heard: Heard[]): Promise<void> {
      const people = new Set<string>()
      for (const { change } of heard) {
        if (!isSynced(change.entity)) continue
        const moves = entities[change.entity].movesReachOf
        if (moves === undefined) continue
        const whose = moves as (row: Record<string, unknown>) => string
        const person = whose({ ...change.fields, id: change.id })
        if (person === 'everyone' || person === undefined)
          for (const socket of this.sockets) people.add(socket.data.user_id)
        else people.add(person)
      }
      if (people.size > 0) await this.refresh(people)
    }

    async refresh(people: Set<string>): Promise<void> {
      for (const person of people) {
        const theirs = [...this.sockets].filter((socket) => socket.data.user_id === person)
        if (theirs.length === 0) continue
        const reach = await lookUpReach(deps.orm, person, { id: this.id })
        for (const socket of theirs) {
          const subscription = socket.data.workspaces.get(this.id)
          if (reach === null) this.drop(socket)
          else if (subscription !== undefined && !sameRooms(subscription.rooms, reach.rooms))
            subscription.rooms = reach.rooms
          else continue
          socket.emit('reach', this.id)
          onReachMoved(socket)
        }
      }
    }

    drop(socket: LiveSocket): void {
      this.sockets.delete(socket)
      socket.data.workspaces.delete(this.id)
      if (this.sockets.size === 0) streams.delete(this.id)
    }
  }

  async function open(workspaceId: string): Promise<Stream> {
    const version = await changesVersion(deps.orm.em.fork(), workspaceId)
    const stream = streams.get(workspaceId) ?? new Stream(workspaceId, version)
    streams.set(workspaceId, stream)
    await stream.pump()
    return stream
  }

  /** Everything after `since` up to where the stream stands, null where that is too much or no longer kept. */
  async function missedSince(stream: Stream, since: number): Promise<Heard[] | null> {
    for (;;) {
      const version = stream.version
      if (since > version || version - since > catchUpLimit) return null
      const missed = await readChanges(deps, stream.id, since, version)
      if (missed.length < version - since) return null
      if (stream.version === version) return missed
    }
  }

  return {
    async join(socket, { workspace_id, rooms }, since, answer) {
      const stream = await open(workspace_id)
      const missed = since === undefined ? [] : await missedSince(stream, since)
      // From here to the answer nothing waits: the socket hears of every later change, and of none twice.
      const version = stream.version
      if (socket.connected) {
        stream.sockets.add(socket)
        socket.data.workspaces.set(workspace_id, { rooms, version })
      }
      if (missed === null) return answer({ ok: true, workspace_id, version, reload: true })
      const mask = missed.map((one) => hearing(one, rooms)).join('')
      answer({ ok: true, workspace_id, version, changes: visible(missed, mask) })
    },
    leave(socket, workspaceId) {
      streams.get(workspaceId)?.drop(socket)
    },
    close() {
      clearInterval(poll)
      stopListening()
    },
  }
}

/** 1 hears the change, 2 hears that the row has left, 0 hears nothing. */
function hearing({ audience, left_audience }: Heard, rooms: Set<string>): 0 | 1 | 2 {
  if (audience.some((name) => rooms.has(name))) return 1
  return left_audience.some((name) => rooms.has(name)) ? 2 : 0
}

function visible(heard: Heard[], mask: string): Change[] {
  return heard.flatMap(({ change }, at) => {
    if (mask[at] === '1') return [change]
    return mask[at] === '2' ? [{ ...change, op: 'delete' as const, fields: {} }] : []
  })
}

async function readChanges(deps: Deps, workspaceId: string, after: number, upTo?: number): Promise<Heard[]> {
  let rows = query(deps.orm.em.fork())
    .selectFrom('changes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('version', '>', after)
  if (upTo !== undefined) rows = rows.where('version', '<=', upTo)
  const found = await rows.orderBy('version').limit(catchUpLimit).execute()
  return found.map(
    ({ entity, entity_id, op, fields, actor_id, mutation_id, version, audience, left_audience }) => ({
      change: { version: Number(version), entity, id: entity_id, op, fields, actor_id, mutation_id },
      audience,
      left_audience,
    }),
  )
}

function sameRooms(a: Set<string>, b: Set<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name))
}
