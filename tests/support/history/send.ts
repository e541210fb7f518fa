import { type CallName, calls } from '#common/calls.ts'
import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import { versionHeader } from '#common/platform/changes.ts'
import { fillPath } from '../api-client.ts'

export interface CallInputToSend {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export interface CallResult {
  /** The HTTP status, or 0 when the server did not answer. */
  status: number
  answer: unknown
  /** The workspace version at which the rows were read, or the version that the write created. */
  version: number
}

/**
 * Sends a declared call to one of several servers. It sends the same headers as Tandem's client, so reading records no
 * visits. Returns refusals instead of throwing them.
 */
export async function sendCall(
  url: string,
  person: { id: string; cookie: string },
  name: CallName,
  { params = {}, query = {}, body }: CallInputToSend,
): Promise<CallResult> {
  const { method, path } = calls[name]
  const address = new URL(fillPath(path, params), url)
  address.search = new URLSearchParams(query).toString()
  try {
    const response = await fetch(address, {
      method,
      headers: {
        cookie: person.cookie,
        origin: url,
        'content-type': 'application/json',
        [expectedUserHeader]: person.id,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      answer: text === '' ? undefined : JSON.parse(text),
      version: Number(response.headers.get(versionHeader) ?? 0),
    }
  } catch {
    return { status: 0, answer: undefined, version: 0 }
  }
}
