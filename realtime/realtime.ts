import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { authenticate, isExpectedUser } from '#api/access/authenticate.ts'
import { getCallerDocumentAccess } from '#api/access/documents.ts'
import { loadStoredHtml, loadStoredTitle, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createFairQueue } from '#api/platform/concurrency/fair-queue.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import { apiKeyFromHeaders } from '#api/platform/http/api-key.ts'
import { isOwnOrigin } from '#api/platform/http/csrf.ts'
import { parseSessionCookie } from '#api/platform/http/session.ts'
import { expectedUserParam } from '#common/identity/sign-in/expected-user.ts'
import { createConnections } from './connections.ts'
import { createDocumentServer } from './documents/document-server.ts'
import { isDocumentUpgradeRequest } from './documents/upgrade.ts'
import { createHub } from './hub/hub.ts'
import type { UpgradeAuthorization } from './upgrade.ts'

/**
 * Creates the WebSocket endpoints on the HTTP server: `/live` for changes and presence, and `/documents` for
 * collaborative documents. `/live/collaboration` serves editors that were written for Plane's document
 * server.
 */
export function createRealtime(http: Server, deps: Deps): { close(): Promise<void> } {
  const { config, orm, bus, log } = deps
  const connections = createConnections(deps)
  // Limit the queries of sockets, because HTTP requests use the same database connections.
  const queue = createFairQueue({ atOnce: 2, atOncePerPerson: 1 })
  const admission: UpgradeAuthorization = {
    allowsOrigin: (from, host) => isOwnOrigin(from, host, config),
    // Queue tabs that reconnect at once. Otherwise, they would take all database connections from HTTP
    // requests.
    authenticate: (headers) =>
      queue.pass(apiKeyFromHeaders(headers) ?? parseSessionCookie(headers.cookie) ?? '', () =>
        authenticate(orm.em.fork(), headers),
      ),
  }
  const hub = createHub(deps, connections, queue, admission)
  const documents = createDocumentServer({
    em: orm.em,
    bus,
    log,
    storeDocumentContent,
    loadStoredHtml,
    loadStoredTitle,
    allowsOrigin: admission.allowsOrigin,
    access: (user, name) => getCallerDocumentAccess(orm.em.fork(), user, name),
    async authenticate({ headers, url = '' }) {
      const caller = await admission.authenticate(headers)
      if (!isExpectedUser(caller, new URLSearchParams(url.split('?', 2)[1]).get(expectedUserParam)))
        return null
      return (
        caller && {
          user_id: caller.user.id,
          token: caller.token,
          name: caller.name,
          session: caller.credential,
        }
      )
    },
    enter: (user, cut) => connections.enter(user, 'documents', cut),
  })
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0]
    if (isDocumentUpgradeRequest(request)) documents.handleUpgrade(request, socket, head)
    else if (path === '/live' || path === '/live/') hub.handleUpgrade(request, socket, head)
    else socket.destroy()
  })

  return {
    async close() {
      connections.close()
      await Promise.all([hub.close(), documents.drain()])
    },
  }
}
