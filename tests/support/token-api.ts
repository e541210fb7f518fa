import { PlaneClient } from '@makeplane/plane-node-sdk'
import { expect } from 'vitest'
import type { FeedReader } from '#api/platform/feed/reader.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from './api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from './cast.ts'
import { startTestServer, type TestServer } from './server.ts'

type Person = 'ann' | 'max' | 'gus' | 'eve'

/**
 * A server with the project Atlas, and clients of the token API. Ann is an admin of the project, Max a member and Gus a
 * guest. Eve belongs to another workspace.
 */
export interface TokenApi extends Record<Person, PlaneClient> {
  server: TestServer
  cast: WorkspaceWithUsers
  slug: string
  /** Id of the project. */
  project: string
  /** Ids of the states of the project by their names. */
  states: Record<string, string>
  tokenOf: (person: ApiClient) => string
  /** Sends a request with the API token of the user `as`, or without a token if `as` is null. */
  send: (method: string, path: string, options?: SendOptions) => Promise<TokenApiAnswer>
  /** Returns a path below the project. */
  at: (path?: string) => string
}

interface SendOptions {
  as?: ApiClient | null
  body?: unknown
}

interface TokenApiAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: Each test checks the fields of the answer itself.
  answer: any
}

export async function startTokenApi(readers: FeedReader[] = []): Promise<TokenApi> {
  const server = await startTestServer({}, undefined, readers)
  const cast = await createWorkspaceWithUsers(server)
  const { slug } = cast
  const tokens = new Map<ApiClient, string>()
  const tokenOf = (person: ApiClient) => tokens.get(person) ?? ''
  const clientFor = async (person: ApiClient) => {
    const { token } = await person.call('createApiToken', { body: { label: 'Script' } })
    tokens.set(person, token)
    return new PlaneClient({ baseUrl: server.url, apiKey: token })
  }
  const clients = {
    ann: await clientFor(cast.ann),
    max: await clientFor(cast.max),
    gus: await clientFor(cast.gus),
    eve: await clientFor(cast.eve),
  }
  const { id: project } = await clients.ann.projects.create(slug, {
    name: 'Atlas',
    identifier: 'ATL',
    cycle_view: true,
    module_view: true,
    intake_view: true,
    is_time_tracking_enabled: true,
  })
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params: { slug, project_id: project }, body: { members } })
  const { results } = await clients.ann.states.list(slug, project)
  const states = Object.fromEntries(results.map(({ name, id }) => [name, id ?? '']))
  return {
    ...{ server, cast, slug, project, states, tokenOf },
    ...clients,
    at: (path = '') => `/workspaces/${slug}/projects/${project}/${path}`,
    async send(method, path, { as = cast.ann, body } = {}) {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { ...(as && { 'x-api-key': tokenOf(as) }), 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const answer = text === '' ? null : JSON.parse(text)
      return { status: response.status, headers: response.headers, answer }
    },
  }
}

/** Expects that the official client throws an error with this status. */
export async function expectStatus(calling: Promise<unknown>, statusCode: number): Promise<void> {
  await expect(calling).rejects.toMatchObject({ statusCode })
}
