import type { Context } from 'hono'
import { jsonSizeProblem } from '#common/platform/json-size.ts'
import { authenticate, type Caller } from '../../access/authenticate.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { getClientNetwork } from '../../platform/http/address.ts'
import { apiKeyFromHeaders } from '../../platform/http/api-key.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { rateLimitServiceAccount } from '../../platform/http/limits.ts'
import { hashToken } from '../../platform/http/session.ts'

export interface TokenOwner {
  caller: Caller
  /** Number of requests that the token may still send in the current minute. */
  remaining: number
}

/**
 * Returns the owner of the API token of a request, and counts the request for the token. Returns `missing` for a
 * request without an API token, even if it has a session, and `invalid` for an unknown token. These requests are
 * counted for the client's network, because otherwise each invented token would have its own limit.
 */
export async function requireToken(
  c: Context<HttpEnv>,
  { orm, limits }: Pick<Deps, 'orm' | 'limits'>,
): Promise<TokenOwner | 'missing' | 'invalid'> {
  const { headers } = c.env.incoming
  const token = apiKeyFromHeaders(headers)
  const caller = token === null ? null : await authenticate(orm.em.fork(), headers)
  if (token === null || caller === null) {
    await limits.take('anonymous', getClientNetwork(c.get('address')))
    return token === null ? 'missing' : 'invalid'
  }
  if (caller.budget !== null) await rateLimitServiceAccount(c, { limits }, caller.user.id, caller.budget)
  return { caller, remaining: await limits.take('token', hashToken(token)) }
}

/**
 * Maximum bytes, values and names in the JSON of a body. A long text is only one value, so these numbers suffice for
 * every request.
 */
const bodyLimits = { bytes: 12 * 1024 * 1024, values: 10_000, names: 10_000 }

/**
 * Returns the JSON of a body, or undefined if the body is empty. Throws `too_large` for JSON that would block the
 * server, and a `SyntaxError` for invalid JSON. Call it only after `requireToken`, so that only clients with a token
 * can send large bodies.
 */
export async function readJsonBody(c: Context<HttpEnv>): Promise<unknown> {
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const problem = jsonSizeProblem(bytes, bodyLimits)
  if (problem !== null) throw problem
  const text = new TextDecoder().decode(bytes)
  return text.trim() === '' ? undefined : JSON.parse(text)
}
