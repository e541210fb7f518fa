import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Caller } from '#api/access/authenticate.ts'

/** What both doors ask before there is a socket. */
export interface Admission {
  allowsOrigin(origin: string, host: string | undefined): boolean
  authenticate(headers: IncomingHttpHeaders): Promise<Caller | null>
}

/** A browser sends its cookie along wherever the page comes from, so with a cookie the page must be ours. */
export function comesFromOurPage(
  { origin, cookie, host }: IncomingHttpHeaders,
  allowsOrigin: Admission['allowsOrigin'],
): boolean {
  return origin === undefined ? cookie === undefined : allowsOrigin(origin, host)
}

/** Ends a socket before it is one. */
export function refuseUpgrade(socket: Duplex, status: 400 | 401 | 403 | 404 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
