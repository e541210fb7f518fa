import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'

/** The JSON answer of a call. Its fields have no types, because each test checks the fields itself. */
export type PlaneApiResponse = Record<string, unknown> & { id: string }
export type PlaneApiClient = (method: string, path: string, body?: unknown) => Promise<PlaneApiResponse>

/**
 * Sends a request like a client of Plane. GET requests are sent with and without a trailing slash, and both
 * answers must be equal. Writes are sent once.
 */
export async function callPlaneApi(
  server: { url: string },
  { cookie }: Pick<ApiClient, 'cookie'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<PlaneApiResponse> {
  const once = async (address: string) => {
    const response = await fetch(`${server.url}${address}`, {
      method,
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  if (method !== 'GET') return once(path)
  const [bare = '', query] = path.split('?')
  const end = query === undefined ? '' : `?${query}`
  const [first, second] = [await once(`${bare.replace(/\/$/, '')}/${end}`), await once(`${bare}${end}`)]
  expect(second).toEqual(first)
  return first
}

/** Fails with the names of the fields that the row lacks. White space separates the names of a list. */
export function expectRowToHaveFields(row: unknown, ...lists: string[]): void {
  const names = lists.join(' ').split(/\s+/)
  const missing = names.filter((name) => !Object.hasOwn(Object(row), name))
  expect(missing).toEqual([])
}
