import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { query } from '#api/db/orm.ts'
import type { Deps } from '#api/deps.ts'
import { documentAccess } from '#api/documents/access.ts'
import { storeDerived, storedHtml } from '#api/documents/owners.ts'
import { isOwnOrigin } from '#api/http/csrf.ts'
import { hashToken, readSession, sessionsChannel, sessionTokenOf } from '#api/http/session.ts'
import { createDocuments } from './documents/documents.ts'
import type { DocumentUser } from './documents/ports.ts'
import { createHub } from './hub/hub.ts'

/** Both live doors on the shared http server: changes and presence at `/live`, co-edited documents at `/documents`. */
export function createRealtime(http: Server, deps: Deps): { close(): Promise<void> } {
  const { config, orm, bus, log } = deps
  const hub = createHub(http, deps)
  const documents = createDocuments({
    em: orm.em,
    bus,
    log,
    storeDerived,
    storedHtml,
    allowsOrigin: (from, host) => isOwnOrigin(from, host, config),
    access: (userId, name) => documentAccess(orm.em.fork(), userId, name),
    authenticate,
  })
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/documents' || path.startsWith('/documents/'))
      documents.handleUpgrade(request, socket, head)
    else if (path !== '/live' && path !== '/live/') socket.destroy()
  })
  const stopListening = bus.subscribe(sessionsChannel, (userId) =>
    cutEndedSessions(userId).catch((error: unknown) =>
      log.error({ err: error }, 'ended sessions could not be looked up'),
    ),
  )

  async function authenticate(request: IncomingMessage): Promise<DocumentUser | null> {
    const token = sessionTokenOf(request.headers.cookie)
    const em = orm.em.fork()
    const user = token === null ? null : await readSession(em, token)
    if (user === null || token === null) return null
    const row = await query(em)
      .selectFrom('users')
      .select('display_name')
      .where('id', '=', user.id)
      .executeTakeFirst()
    return { user_id: user.id, name: row?.display_name ?? '', session: hashToken(token) }
  }

  async function cutEndedSessions(userId: string): Promise<void> {
    const rows = await query(orm.em.fork())
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .execute()
    const valid = new Set(rows.map((row) => row.token_hash))
    documents.closeFor((user) => user.user_id === userId && user.session !== null && !valid.has(user.session))
  }

  return {
    async close() {
      stopListening()
      await Promise.all([hub.close(), documents.drain()])
    },
  }
}
