import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { findWorkspace, shutOutAmong } from '#api/access/access.ts'
import { auditChannel } from '#api/organization/audit/audit-log.ts'
import { type Returned, returnedChannel } from '#api/organization/workspaces/returned.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import { databaseAway } from '#api/platform/db/database-away.ts'
import type { Gate } from '#api/platform/gate.ts'
import { sessionsChannel } from '#api/platform/http/session.ts'
import { isForWorkspace } from '#common/identity/api-tokens/rules.ts'
import type { SubscribeAnswer, SubscribeRequest } from '#common/platform/changes.ts'
import { liveProtocol } from '#common/platform/live.ts'
import { room } from '#common/platform/rooms.ts'
import type { Connections } from '../connections.ts'
import type { Admission } from '../upgrade.ts'
import { createFeed } from './feed.ts'
import { createPresence } from './presence.ts'
import { createHubSockets, tooMany } from './sockets.ts'
import type { LiveSocket } from './types.ts'

export interface Hub {
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** One query, however many are connected. */
const checkMilliseconds = 10_000

/** A tab follows one workspace; more at once are tools. */
const workspacesPerSocket = 20

/**
 * `/live`: who is connected, who hears what, catching up, presence. It knows no entity; what a change means to whom is in
 * `common/entities.ts`. What is said here is written down for others in `docs/live.md`.
 */
export function createHub(deps: Deps, connections: Connections, gate: Gate, admission: Admission): Hub {
  const sockets = createHubSockets(deps, connections, admission)
  const presence = createPresence(sockets.io, deps, gate)
  const feed = createFeed(sockets.io, deps, presence.recheck)

  sockets.io.on('connection', (socket) => {
    socket.emit('hello', { protocol: liveProtocol })
    listen(socket)
    presence.listen(socket)
    socket.on('disconnect', () => {
      for (const workspaceId of [...socket.data.workspaces.keys()]) feed.leave(socket, workspaceId)
      presence.leave(socket)
    })
  })

  const stopListening = deps.bus.subscribe(sessionsChannel, (userId) => {
    for (const socket of sockets.io.sockets.sockets.values())
      if (socket.data.user_id === userId) socket.emit('sessions')
    void shutOut([userId])
  })
  // The news may be lost, and whoever resets a second factor on the machine itself tells nobody.
  const timer = setInterval(() => void shutOut(everybody()), checkMilliseconds)

  function everybody(): string[] {
    return [...new Set([...sockets.io.sockets.sockets.values()].map(({ data }) => data.user_id))]
  }

  /** Whoever has a second factor no more hears nothing more in workspaces that ask for one; no change of these tells of it. */
  async function shutOut(people: string[]): Promise<void> {
    if (people.length === 0) return
    try {
      for (const { workspace_id, user_id } of await shutOutAmong(deps.orm.em.fork(), people))
        feed.shutOut(workspace_id, user_id)
    } catch (error) {
      deps.log.error({ err: error }, 'who lacks a second factor could not be looked up')
    }
  }

  const stopAuditing = deps.bus.subscribe(auditChannel, (workspaceId) => {
    for (const socket of sockets.io.sockets.sockets.values())
      if (mayReadLog(socket, workspaceId)) socket.emit('audit')
  })

  const stopReturns = deps.bus.subscribe(returnedChannel, (text) => {
    const { workspace_id, user_id }: Returned = JSON.parse(text)
    for (const socket of sockets.io.sockets.sockets.values()) {
      const isNew = socket.data.user_id === user_id && !socket.data.workspaces.has(workspace_id)
      if (isNew) socket.emit('access', workspace_id)
    }
  })

  /** One after the other, with one in waiting: whoever asks again before the answer has nothing new to ask. */
  function listen(socket: LiveSocket): void {
    let last: Promise<void> = Promise.resolve()
    let asked = 0
    socket.on('subscribe', (request, answer) => {
      if (typeof answer !== 'function') return
      if (!isSubscribeRequest(request)) return answer(refusal('invalid', 'A workspace is required.'))
      if (asked === 2) return answer(refusal('rate_limited', tooMany))
      asked++
      last = last
        .then(() => gate.pass(socket.data.user_id, () => subscribe(socket, request, answer)))
        .finally(() => {
          asked--
        })
    })
    socket.on('unsubscribe', (request) => {
      presence.leave(socket)
      const workspaceId: unknown = request?.workspace
      if (typeof workspaceId === 'string') last = last.then(() => feed.leave(socket, workspaceId))
    })
  }

  async function subscribe(
    socket: LiveSocket,
    request: SubscribeRequest,
    answer: (answer: SubscribeAnswer) => void,
  ): Promise<void> {
    if (!socket.connected) return
    try {
      const { workspaces } = socket.data
      const workspace = await followable(socket, request.workspace)
      if (workspace !== null && !workspaces.has(workspace.id) && workspaces.size >= workspacesPerSocket)
        return answer(refusal('invalid', `A socket follows at most ${workspacesPerSocket} workspaces.`))
      const joined = workspace !== null && (await feed.join(socket, workspace.id, request.since, answer))
      if (!joined) answer(refusal('not_found', 'The required object does not exist.'))
    } catch (error) {
      deps.log.error({ err: error }, 'subscribe failed')
      const away = databaseAway(error)
      if (away !== null) return answer(refusal(away.code, away.message))
      answer(refusal('internal', 'Something went wrong please try again later'))
    }
  }

  async function followable({ data: { user_id, token } }: LiveSocket, slug: string) {
    const workspace = await findWorkspace(deps.orm.em.fork(), user_id, { slug })
    return workspace !== null && isForWorkspace(token, workspace.id) ? workspace : null
  }

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

/** As far as is known without asking: it is told no more than that there is something, and the call that reads it asks. */
function mayReadLog({ data }: LiveSocket, workspaceId: string): boolean {
  if (data.is_instance_admin) return true
  return data.workspaces.get(workspaceId)?.rooms.has(room.workspaceMembers(workspaceId)) === true
}

/** Whatever a client may have sent. */
function isSubscribeRequest(request: unknown): request is SubscribeRequest {
  if (typeof request !== 'object' || request === null) return false
  const { workspace, since }: { workspace?: unknown; since?: unknown } = request
  return isSlug(workspace) && (since === undefined || (Number.isSafeInteger(since) && Number(since) >= 0))
}

/** PostgreSQL takes no NUL, and nothing else that is no text can name a workspace either. */
function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(value)
}

function refusal(code: string, message: string): SubscribeAnswer {
  return { ok: false, code, message }
}
