import type { IncomingHttpHeaders } from 'node:http'
import { tokenPrefix } from '#common/identity/api-tokens/rules.ts'

/**
 * The API token that a request comes with: in `X-API-Key`, as clients of the reference product send it, or as a bearer token. Null for none;
 * another kind of `Authorization` belongs to a proxy before us. A request with a token is never taken for that of its cookie.
 */
export function apiKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  const [, bearer] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer?.startsWith(tokenPrefix) ? bearer : null
}
