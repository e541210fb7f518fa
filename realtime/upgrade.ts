import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Caller } from '#api/access/authenticate.ts'

/** The checks that the two WebSocket endpoints share before an upgrade. */
export interface UpgradeAuthorization {
  allowsOrigin(origin: string, host: string | undefined): boolean
  authenticate(headers: IncomingHttpHeaders): Promise<Caller | null>
}

/**
 * Returns true if the origin is allowed. A request without an origin does not come from a browser, and is
 * allowed if it has no cookie. Browsers send cookies from pages of any site, which could be abused
 * (cross-site WebSocket hijacking).
 */
export function isAllowedUpgradeOrigin(
  { origin, cookie, host }: IncomingHttpHeaders,
  allowsOrigin: UpgradeAuthorization['allowsOrigin'],
): boolean {
  return origin === undefined ? cookie === undefined : allowsOrigin(origin, host)
}

/** Rejects an upgrade with an HTTP status. */
export function rejectUpgrade(socket: Duplex, status: 400 | 401 | 403 | 404 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
