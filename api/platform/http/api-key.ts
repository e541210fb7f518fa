import type { IncomingHttpHeaders } from 'node:http'
import { tokenPrefix } from '#common/identity/api-tokens/rules.ts'

/**
 * Returns the API token of a request, from `X-API-Key` as in the reference product, or from a bearer token. Null
 * without one; another `Authorization` header belongs to a proxy. A request with a token ignores the session cookie.
 */
export function apiKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  const [, bearer] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer?.startsWith(tokenPrefix) ? bearer : null
}
