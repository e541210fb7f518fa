import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { MiddlewareHandler } from 'hono'
import { AppError, type ErrorCode } from '#common/platform/errors.ts'
import type { HttpEnv } from './env.ts'

/** Characters of an address. No call needs as many: long lists stand in bodies. */
const urlLimit = 15_000

/** Bytes of a request's first line and headers, twice what Node takes: most addresses that are too long reach us and get our answer. */
export const headerLimit = 32_768

const tooLong = 'The address is too long.'

export const shortUrlsOnly: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.url.length > urlLimit) throw new AppError('uri_too_long', tooLong)
  await next()
}

/** What Node refuses before there is a request is told in the same form as every refusal. */
export function answerMalformed(http: Server): void {
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

/** No line ends for as long as no header should be: that is a first line which goes on and on. */
function isInUrl(packet: Buffer | undefined): boolean {
  return packet !== undefined && !packet.subarray(0, urlLimit).includes('\r\n')
}
