import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ownerOf } from '#common/document/names.ts'
import { schemaVersion } from '#common/document/version.ts'
import type { DocumentServerPorts, DocumentUser } from './ports.ts'

export interface Visitor {
  user: DocumentUser
  /** The document that a plain y-websocket client named in its URL; null for a client of the Hocuspocus protocol. */
  name: string | null
  /** A page of ours from before an update, whose editor would take what it does not know out of the text. */
  is_outdated: boolean
}

/**
 * Decides about a socket before there is one: nobody unknown gets to send a frame. A browser sends its cookie along wherever the
 * page comes from, so with a cookie the page must be ours.
 */
export async function admit(
  ports: Pick<DocumentServerPorts, 'allowsOrigin' | 'authenticate'>,
  request: IncomingMessage,
): Promise<Visitor | 401 | 403 | 404> {
  const name = plainName(request)
  if (name === undefined) return 404
  const { origin, cookie, host } = request.headers
  if (origin === undefined ? cookie !== undefined : !ports.allowsOrigin(origin, host)) return 403
  const user = await ports.authenticate(request)
  return user
    ? { user, name, is_outdated: name === null && origin !== undefined && !knowsSchema(request) }
    : 401
}

/** Null for `/documents`, undefined for what is no address of ours. */
function plainName(request: IncomingMessage): string | null | undefined {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  if (path === '/documents' || path === '/documents/') return null
  const name = decoded(path.replace(/^\/documents\//, ''))
  return path.startsWith('/documents/') && name !== null && ownerOf(name) ? name : undefined
}

function knowsSchema({ url = '' }: IncomingMessage): boolean {
  return new URLSearchParams(url.split('?', 2)[1]).get('schema') === String(schemaVersion)
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

export function refuseUpgrade(socket: Duplex, status: 401 | 403 | 404 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
