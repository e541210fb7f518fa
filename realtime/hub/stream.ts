import type { Deps } from '#api/platform/context/deps.ts'
import { getLatestChangeVersion } from '#api/platform/feed/latest-change-version.ts'
import type { Change } from '#common/platform/changes.ts'
import {
  affectsAccessOfUser,
  type ChangeWithAudience,
  canChangeRevokeAccess,
  getChangeDeliveryCode,
  getUserWithChangedAccess,
  maxMissedChanges,
  readWorkspaceChanges,
  selectChangesForReceiver,
  splitAfterAccessChanges,
} from './addressed-change.ts'
import { findRoomsOfUser } from './rooms.ts'
import type { LiveServer, LiveSocket, Subscription } from './types.ts'

/** Dependencies of a stream. */
export interface WorkspaceStreamDependencies {
  io: LiveServer
  deps: Deps
  onAccessChanged: (socket: LiveSocket) => void
  /** Called when the last socket leaves the stream. */
  onEmpty: (stream: WorkspaceStream) => void
}

type Access = Pick<Subscription, 'rooms' | 'unknown_until'>

/**
 * Reads the changes of one workspace in order of version, while a socket of this process subscribes to the
 * workspace.
 */
export class WorkspaceStream {
  readonly id: string
  readonly sockets = new Set<LiveSocket>()
  /**
   * Lists for sockets that are subscribing. They collect the changes that are read until the subscription is
   * complete.
   */
  readonly joining = new Set<ChangeWithAudience[]>()
  version: number
  readonly #parts: WorkspaceStreamDependencies
  #pumping: Promise<void> | null = null
  #again = false

  constructor(id: string, version: number, parts: WorkspaceStreamDependencies) {
    this.id = id
    this.version = version
    this.#parts = parts
  }

  /** Reads until there are no new changes. If it is called during a read, it reads once more afterwards. */
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

  /** Reads changes until the stream has reached the given version. */
  async catchUp(version: number): Promise<void> {
    for (let attempt = 0; this.version < version; attempt++) {
      if (attempt === 3) throw new Error('the change feed is behind')
      await this.pump()
    }
  }

  /**
   * Returns the changes after the version `since` up to `version`. Returns null if there are too many or if they
   * are no longer stored. Also returns null if the change with the version `since` altered the user's own access,
   * because the connection may have broken before the message to reload reached the client.
   */
  async missedSince(person: string, since: number, version: number): Promise<ChangeWithAudience[] | null> {
    if (since > version || version - since >= maxMissedChanges) return null
    const found = await readWorkspaceChanges(this.#parts.deps, this.id, since - 1, version)
    const missed = found.filter(({ change }) => change.version > since)
    if (missed.length < version - since) return null
    return found.some(({ change }) => change.version === since && affectsAccessOfUser(change, person))
      ? null
      : missed
  }

  /**
   * Ends a user's access for a reason that is not in the change feed. Users who have regained access
   * subscribe again.
   */
  revokeAccess(person: string): void {
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
        const batch = await readWorkspaceChanges(deps, this.id, this.version)
        if (batch.length === 0) return
        // Deliver the changes in parts, because a user who loses access by a change must not receive later
        // changes of the same read.
        for (const part of splitAfterAccessChanges(batch)) await this.#deliver(part)
        if (batch.length < maxMissedChanges) return
      }
    } catch (error) {
      deps.log.error({ err: error }, 'the change feed could not be read')
    }
  }

  async #deliver(batch: ChangeWithAudience[]): Promise<void> {
    const to = batch.at(-1)?.change.version ?? this.version
    this.version = to
    for (const meanwhile of this.joining) meanwhile.push(...batch)
    for (const { from, changes, sockets } of this.#messages(batch, to)) {
      this.#parts.io.to(sockets).emit('changes', { workspace: this.id, from, to, changes })
    }
    await this.#moveSockets(batch)
  }

  /**
   * Returns the messages to send. Sockets that receive the same changes from the same version receive one
   * common message, which is encoded once.
   */
  #messages(batch: ChangeWithAudience[], to: number): Iterable<Message> {
    const messages = new Map<string, Message>()
    for (const socket of this.sockets) {
      const subscription = socket.data.workspaces.get(this.id)
      if (subscription === undefined) continue
      const mask = maskOf(batch, subscription)
      if (!/[12]/.test(mask)) continue
      const { version: from } = subscription
      const key = `${from}:${mask}`
      const message = messages.get(key) ?? {
        from,
        changes: selectChangesForReceiver(batch, mask),
        sockets: [],
      }
      message.sockets.push(socket.id)
      messages.set(key, message)
      subscription.version = to
    }
    return messages.values()
  }

  /**
   * Updates the rooms of affected users after a change of memberships or roles, before the next change is
   * read.
   */
  async #moveSockets(batch: ChangeWithAudience[]): Promise<void> {
    const people = new Set<string>()
    for (const { change } of batch) {
      const person = getUserWithChangedAccess(change)
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
      // The server cannot confirm access, so disconnect the socket. A client that has access reconnects.
      if (access === undefined) socket.disconnect(true)
      else this.#moveSocket(socket, access)
    }
  }

  #moveSocket(socket: LiveSocket, access: Access | null): void {
    const subscription = socket.data.workspaces.get(this.id)
    if (access === null) this.drop(socket)
    else if (subscription === undefined || !updateSubscription(subscription, access)) return
    socket.emit('access', this.id)
    this.#parts.onAccessChanged(socket)
  }

  /**
   * Returns the current access of a user, or null if the user has no access. The rooms reflect the current state,
   * but the stream may still read older changes. A user who was removed and added again must not receive the
   * changes from the time without access. `unknown_until` is the version of the last change of the user's access.
   */
  async #accessOf(person: string): Promise<Access | null> {
    const { deps } = this.#parts
    const rooms = await findRoomsOfUser(deps.orm, person, this.id)
    if (rooms === null) return null
    const now = await getLatestChangeVersion(deps.orm.em.fork(), this.id)
    const ahead = now > this.version ? await readWorkspaceChanges(deps, this.id, this.version, now) : []
    const last = ahead.findLast(
      ({ change }) => affectsAccessOfUser(change, person) && canChangeRevokeAccess(change),
    )
    return { rooms, unknown_until: last?.change.version ?? 0 }
  }
}

interface Message {
  from: number
  changes: Change[]
  sockets: string[]
}

/**
 * Updates the rooms of a subscription. Returns true if the client must reload, because it gained or lost
 * access or missed a change.
 */
function updateSubscription(subscription: Subscription, { rooms, unknown_until }: Access): boolean {
  const isMoved = subscription.has_missed || !sameRooms(subscription.rooms, rooms)
  Object.assign(subscription, { rooms, unknown_until, has_missed: false })
  return isMoved
}

function sameRooms(a: Set<string>, b: Set<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name))
}

function maskOf(batch: ChangeWithAudience[], subscription: Subscription): string {
  const { rooms, unknown_until } = subscription
  const marks = batch.map((one) => {
    const mark = getChangeDeliveryCode(one, rooms)
    if (mark === 0 || one.change.version > unknown_until) return mark
    subscription.has_missed = true
    return 0
  })
  return marks.join('')
}
