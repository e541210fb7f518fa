import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { MiddlewareHandler } from 'hono'
import { AppError, type ErrorCode } from '#common/platform/errors.ts'
import type { HttpEnv } from './env.ts'

/** Maximum characters of a URL. No call needs more, because long lists are sent in bodies. */
const urlLimit = 15_000

/**
 * Maximum bytes of the request line and headers. The limit is twice Node's default. With the default, Node itself
 * would reject most overlong URLs, before Tandem can return the error of its API.
 */
export const maxHeaderBytes = 32_768

const tooLong = 'The URL is too long.'

export const rejectLongUrls: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.url.length > urlLimit) throw new AppError('uri_too_long', tooLong)
  await next()
}

/** Sends a JSON error, like the errors of the API, when Node's HTTP parser rejects a request. */
export function answerMalformedRequests(http: Server): void {
  http.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, reason, code, message } = refusalOf(error)
    const request_id = randomUUID()
    const body = JSON.stringify({ code, error: message, request_id })
    socket.end(
      [
        `HTTP/1.1 ${status} ${reason}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${request_id}`,
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  })
}

interface Refusal {
  status: number
  reason: string
  code: ErrorCode
  message: string
}

function refusalOf({ code, rawPacket }: { code?: string; rawPacket?: Buffer }): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW' && isInUrl(rawPacket)) {
    return { status: 414, reason: 'URI Too Long', code: 'uri_too_long', message: tooLong }
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The headers are too large.'
    return { status: 431, reason: 'Request Header Fields Too Large', code: 'too_large', message }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, reason: 'Request Timeout', code: 'invalid', message: 'The request took too long.' }
  }
  return { status: 400, reason: 'Bad Request', code: 'invalid', message: 'The request could not be read.' }
}

/**
 * Returns true if the URL is too long: the beginning of the packet, up to the maximum length of a URL, contains no
 * line break.
 */
function isInUrl(packet: Buffer | undefined): boolean {
  return packet !== undefined && !packet.subarray(0, urlLimit).includes('\r\n')
}
