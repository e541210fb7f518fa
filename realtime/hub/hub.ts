import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { findMembersMissingTwoFactor } from '#api/access/access.ts'
import { auditChannel } from '#api/organization/audit/audit-log.ts'
import { type AddedMember, addedMembersChannel } from '#api/organization/workspaces/added-members.ts'
import type { FairQueue } from '#api/platform/concurrency/fair-queue.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import { sessionsChannel } from '#api/platform/http/session.ts'
import { liveProtocolVersion } from '#common/platform/live.ts'
import { roomNames } from '#common/platform/rooms.ts'
import type { Connections } from '../connections.ts'
import type { UpgradeAuthorization } from '../upgrade.ts'
import { createFeed } from './feed.ts'
import { createPresence } from './presence.ts'
import { createHubSockets } from './sockets.ts'
import { createSubscriptionHandler } from './subscription-handler.ts'
import type { LiveSocket } from './types.ts'

export interface Hub {
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** Milliseconds between checks of two-factor requirements. One query checks all connected users. */
const checkMilliseconds = 10_000

/**
 * Creates the `/live` endpoint: connections, subscriptions, missed changes and presence. The hub works in the same
 * way for all entities: `common/entities.ts` decides who receives a change. `docs/live.md` describes the protocol.
 */
export function createHub(
  deps: Deps,
  connections: Connections,
  queue: FairQueue,
  admission: UpgradeAuthorization,
): Hub {
  const sockets = createHubSockets(deps, connections, admission)
  const presence = createPresence(sockets.io, deps, queue)
  const feed = createFeed(sockets.io, deps, presence.recheck)
  const listen = createSubscriptionHandler(deps, queue, feed)

  sockets.io.on('connection', (socket) => {
    socket.emit('hello', { protocol: liveProtocolVersion })
    listen(socket)
    presence.listen(socket)
    socket.on('unsubscribe', () => presence.leave(socket))
    socket.on('disconnect', () => {
      for (const workspaceId of [...socket.data.workspaces.keys()]) feed.leave(socket, workspaceId)
      presence.leave(socket)
    })
  })

  const stopListening = deps.bus.subscribe(sessionsChannel, (userId) => {
    for (const socket of sockets.io.sockets.sockets.values())
      if (socket.data.user_id === userId) socket.emit('sessions')
    void revokeAccess([userId])
  })
  // Check repeatedly, because a bus message may be lost, and a reset of two-factor authentication by command
  // line sends no message.
  const timer = setInterval(() => void revokeAccess(everybody()), checkMilliseconds)

  function everybody(): string[] {
    return [...new Set([...sockets.io.sockets.sockets.values()].map(({ data }) => data.user_id))]
  }

  /**
   * Some workspaces require two-factor authentication. Ends the access to them for users who have not set it up.
   * The change feed contains no change for this.
   */
  async function revokeAccess(people: string[]): Promise<void> {
    if (people.length === 0) return
    try {
      for (const { workspace_id, user_id } of await findMembersMissingTwoFactor(deps.orm.em.fork(), people))
        feed.revokeAccess(workspace_id, user_id)
    } catch (error) {
      deps.log.error({ err: error }, 'who lacks a second factor could not be looked up')
    }
  }

  const stopAuditing = deps.bus.subscribe(auditChannel, (workspaceId) => {
    for (const socket of sockets.io.sockets.sockets.values())
      if (mayReadLog(socket, workspaceId)) socket.emit('audit')
  })

  const stopReturns = deps.bus.subscribe(addedMembersChannel, (text) => {
    const { workspace_id, user_id }: AddedMember = JSON.parse(text)
    for (const socket of sockets.io.sockets.sockets.values()) {
      const isNew = socket.data.user_id === user_id && !socket.data.workspaces.has(workspace_id)
      if (isNew) socket.emit('access', workspace_id)
    }
  })

  return {
    handleUpgrade: sockets.handleUpgrade,
    async close() {
      clearInterval(timer)
      stopListening()
      stopAuditing()
      stopReturns()
      presence.close()
      feed.close()
      await sockets.close()
    },
  }
}

/**
 * Returns whether the user may read an audit log, without a query. The event only states that there is a new
 * entry; the API call that reads the entry checks permissions.
 */
function mayReadLog({ data }: LiveSocket, workspaceId: string): boolean {
  if (data.is_instance_admin) return true
  return data.workspaces.get(workspaceId)?.rooms.has(roomNames.workspaceNonGuests(workspaceId)) === true
}
