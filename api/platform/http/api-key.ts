import type { IncomingHttpHeaders } from 'node:http'
import { tokenPrefix } from '#common/identity/api-tokens/rules.ts'

/**
 * Returns the API token of a request, from the header `X-API-Key` or from a bearer token, or null. Other
 * `Authorization` headers belong to a proxy. A request with a token ignores the session cookie.
 */
export function apiKeyFromHeaders(headers: IncomingHttpHeaders): string | null {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  const [, bearer] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer?.startsWith(tokenPrefix) ? bearer : null
}
