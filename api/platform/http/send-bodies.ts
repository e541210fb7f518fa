import { pipeline } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './env.ts'

/**
 * Sends files from Node's stream to Node's socket. As the body of a `Response` they would go through a web stream, chunk by chunk, at
 * half the speed. It stands before everything else, so that whatever others say in headers is said.
 */
export const sendBodies: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const body = c.get('body')
  if (body === undefined) return
  const { outgoing } = c.env
  const { status, headers } = c.res
  if (status >= 400 || outgoing.destroyed) {
    body.destroy()
    return
  }
  outgoing.writeHead(status, Object.fromEntries(headers))
  // Whoever goes away amid it has what they wanted.
  pipeline(body, outgoing).catch(() => {})
  // Hono would make another answer of the two, by which it is no longer known.
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT
}
