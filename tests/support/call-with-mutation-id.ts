import { type CallName, calls } from '#common/calls.ts'
import { mutationHeader, versionHeader } from '#common/platform/changes.ts'
import { type ApiClient, fillPath } from './api-client.ts'

export interface MutationResponse {
  status: number
  version: string | null
  body: unknown
}

/**
 * Makes a declared call with a mutation id, as the client does. A second call with the same id is a retry.
 */
export async function callWithMutationId(
  { url }: { url: string },
  who: Pick<ApiClient, 'cookie'>,
  mutation_id: string,
  name: CallName,
  input: { params?: object; body?: unknown },
): Promise<MutationResponse> {
  const { method, path } = calls[name]
  const response = await fetch(new URL(fillPath(path, { ...input.params }), url), {
    method,
    headers: {
      cookie: who.cookie,
      origin: url,
      'content-type': 'application/json',
      [mutationHeader]: mutation_id,
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    version: response.headers.get(versionHeader),
    body: text === '' ? null : JSON.parse(text),
  }
}
