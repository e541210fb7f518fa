import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Deps } from '#api/deps.ts'
import { isOwnOrigin } from '#api/http/csrf.ts'
import { readSession, sessionsChannel, sessionTokenOf } from '#api/http/session.ts'
import type { SubscribeAnswer, SubscribeRequest } from '#common/changes.ts'
import { createFeed } from './feed.ts'
import { createPresence } from './presence.ts'
import { lookUpReach } from './reach.ts'
import type { LiveServer, LiveSocket } from './types.ts'

export interface Hub {
  close(): Promise<void>
}

/**
 * `/live`: who is connected, who hears what, catching up, presence. It knows no entity; what a change means to whom is in
 * `common/entities.ts`.
 */
export function createHub(http: HttpServer, deps: Deps): Hub {
  const io: LiveServer = new Server(http, {
    path: '/live',
    serveClient: false,
    transports: ['websocket'],
    // Other upgrades on this server are not ours to end: documents have a door of their own.
    destroyUpgrade: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    // A cross-site page may open a WebSocket with the person's cookie; only our own pages may keep it.
    allowRequest: (request, decide) => {
      const origin = request.headers.origin
      decide(null, origin === undefined || isOwnOrigin(origin, request.headers.host, deps.config))
    },
  })
  const presence = createPresence(io, deps)
  const feed = createFeed(io, deps, presence.recheck)
  const stopListening = deps.bus.subscribe(sessionsChannel, (userId) => void cutEndedSessions(userId))

  io.use((socket, next) => void admit(socket).then(() => next(), next))
  async function admit(socket: LiveSocket): Promise<void> {
    const token = sessionTokenOf(socket.handshake.headers.cookie)
    const user = token === null ? null : await readSession(deps.orm.em.fork(), token).catch(() => null)
    if (user === null || token === null) throw new Error('unauthenticated')
    socket.data = { user_id: user.id, token, workspaces: new Map() }
  }
  io.on('connection', (socket) => {
    socket.on('subscribe', (request, answer) => void subscribe(socket, request, answer))
    socket.on('unsubscribe', (request) => {
      if (typeof request?.workspace === 'string') feed.leave(socket, request.workspace)
      presence.leave(socket)
    })
    socket.on('disconnect', () => {
      for (const workspaceId of [...socket.data.workspaces.keys()]) feed.leave(socket, workspaceId)
      presence.leave(socket)
    })
    presence.listen(socket)
  })

  async function subscribe(
    socket: LiveSocket,
    request: SubscribeRequest,
    answer: (answer: SubscribeAnswer) => void,
  ): Promise<void> {
    if (typeof answer !== 'function') return
    if (
      typeof request?.workspace !== 'string' ||
      (request.since !== undefined && !Number.isInteger(request.since))
    ) {
      return answer({ ok: false, code: 'invalid', message: 'A workspace is required.' })
    }
    try {
      const reach = await lookUpReach(deps.orm, socket.data.user_id, { slug: request.workspace })
      const joined = reach !== null && (await feed.join(socket, reach.workspace_id, request.since, answer))
      if (!joined) answer({ ok: false, code: 'not_found', message: 'The required object does not exist.' })
    } catch (error) {
      deps.log.error({ err: error }, 'subscribe failed')
      answer({ ok: false, code: 'internal', message: 'Something went wrong please try again later' })
    }
  }

  /** Signing out or changing a password ends sessions, and with them what is connected by them. */
  async function cutEndedSessions(userId: string): Promise<void> {
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.user_id !== userId) continue
      const user = await readSession(deps.orm.em.fork(), socket.data.token).catch(() => null)
      if (user === null) socket.disconnect(true)
    }
  }

  return {
    async close() {
      stopListening()
      presence.close()
      feed.close()
      await io.close()
    },
  }
}
