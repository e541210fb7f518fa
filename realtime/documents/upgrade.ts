import type { IncomingMessage } from 'node:http'
import { parseDocumentName } from '#common/documents/content/names.ts'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import { isAllowedUpgradeOrigin } from '../upgrade.ts'
import type { DocumentServerPorts, DocumentUser } from './ports.ts'

/**
 * Kind of client. `documents`: a client of the Hocuspocus protocol. `pages`: an editor that was written for
 * Plane's document server. `plain`: a plain y-websocket client, whose URL names its only document.
 */
export type DocumentRoute = { kind: 'documents' } | { kind: 'pages' } | { kind: 'plain'; name: string }

export interface AdmittedClient {
  user: DocumentUser
  route: DocumentRoute
  /**
   * True for a browser tab that was loaded before an update of the server. Its editor would remove content
   * that it does not know.
   */
  is_outdated: boolean
}

/** Authenticates an upgrade, so that unknown clients cannot send any frames. */
export async function authorizeUpgrade(
  ports: Pick<DocumentServerPorts, 'allowsOrigin' | 'authenticate'>,
  request: IncomingMessage,
): Promise<AdmittedClient | 401 | 403 | 404> {
  const route = routeOf(request)
  if (route === null) return 404
  if (!isAllowedUpgradeOrigin(request.headers, ports.allowsOrigin)) return 403
  const user = await ports.authenticate(request)
  const is_outdated =
    route.kind === 'documents' && request.headers.origin !== undefined && !knowsSchema(request)
  return user ? { user, route, is_outdated } : 401
}

/**
 * Returns true if the upgrade is for a document: for every path below `/documents/`, valid or not, and for
 * the path of Plane's document server.
 */
export function isDocumentUpgradeRequest(request: IncomingMessage): boolean {
  const path = pathOf(request)
  return path.startsWith('/documents/') || routeOf(request) !== null
}

function routeOf(request: IncomingMessage): DocumentRoute | null {
  const path = pathOf(request)
  if (path === '/documents' || path === '/documents/') return { kind: 'documents' }
  if (path === '/live/collaboration' || path === '/live/collaboration/') return { kind: 'pages' }
  const name = decoded(path.replace(/^\/documents\//, ''))
  return path.startsWith('/documents/') && name !== null && parseDocumentName(name)
    ? { kind: 'plain', name }
    : null
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

function knowsSchema({ url = '' }: IncomingMessage): boolean {
  return new URLSearchParams(url.split('?', 2)[1]).get('schema') === String(documentSchemaVersion)
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
