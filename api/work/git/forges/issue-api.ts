import { z } from 'zod'
import type { Deps } from '../../../platform/context/deps.ts'
import type { ReceivedResponse } from '../../../platform/outgoing/send.ts'
import { ExternalResourceUnreadable } from '../../../platform/outgoing/unreadable.ts'
import type { GitConnectionRow } from '../entity.ts'
import { getInstallationToken, requestInstallationToken } from '../github-app/installation-tokens.ts'
import { decryptForConnection } from '../secrets.ts'
import { forgeApiUrl, forgeAuthHeaders } from './forge-api.ts'
import { ForgeRequestError } from './forge-request-error.ts'

export interface ForgeIssuePatch {
  title?: string
  body?: string
  state?: 'open' | 'closed'
}

interface ForgeComment {
  id: string
  body: string
}

/** API calls for the issues of one repository. All of them throw `ForgeRequestError`. */
export interface ForgeIssueApi {
  /**
   * Updates the issue. Returns the time of the change on the forge, or null if the forge does not send it.
   */
  updateIssue(number: number, patch: ForgeIssuePatch): Promise<Date | null>
  /** Returns at most one hundred comments that were changed since the given time. */
  listComments(number: number, since: Date): Promise<ForgeComment[]>
  /** Adds a comment to the issue and returns the id of the comment. */
  addComment(number: number, body: string): Promise<string>
  updateComment(number: number, id: string, body: string): Promise<void>
  /** Deletes the comment. Does nothing if the comment no longer exists. */
  deleteComment(number: number, id: string): Promise<void>
}

const limits = { patience: 15_000, most: 2_000_000 }

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

type Ports = Pick<Deps, 'web' | 'config' | 'settings'>

export function createForgeIssueApi(ports: Ports, connection: GitConnectionRow): ForgeIssueApi {
  const { provider } = connection
  const usesApp = connection.installation_id !== null

  async function request(method: Method, path: string, body?: object): Promise<unknown> {
    let answer = await send(await tokenFor(ports, connection), method, path, body)
    // Request a new token once, because GitHub revokes the tokens of an installation when somebody changes the
    // installation.
    if (answer.status === 401 && usesApp) {
      const { token } = await requestInstallationToken(ports, connection)
      answer = await send(token, method, path, body)
    }
    if (method === 'DELETE' && answer.status === 404) return null
    if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer, usesApp)
    return jsonOf(answer.bytes.toString())
  }

  async function send(token: string, method: Method, path: string, body?: object) {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      ...forgeAuthHeaders(provider, token),
      'content-type': 'application/json',
      'user-agent': 'Tandem',
    }
    const { web } = ports
    try {
      return await web.send(`${forgeApiUrl(connection)}${path}`, { method, headers, body: sent, ...limits })
    } catch (error) {
      if (!(error instanceof ExternalResourceUnreadable)) throw error
      throw new ForgeRequestError(error.message, false)
    }
  }
  return provider === 'gitlab' ? gitlabApi(request, connection) : githubApi(request, connection)
}

async function tokenFor(ports: Ports, connection: GitConnectionRow): Promise<string> {
  const { id, installation_id, sealed_token } = connection
  if (installation_id !== null) return getInstallationToken(ports, connection)
  if (sealed_token === null) throw new ForgeRequestError('The repository has no access token.', true)
  return decryptForConnection(ports.config, 'git-tokens', id, sealed_token)
}

function jsonOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw new ForgeRequestError('The answer of the server is not JSON.', true)
  }
}

type Request = (method: Method, path: string, body?: object) => Promise<unknown>

function refusalOf(
  answer: Pick<ReceivedResponse, 'status' | 'headers'>,
  usesApp: boolean,
): ForgeRequestError {
  const { status } = answer
  if (isRateLimited(answer)) return new ForgeRequestError(`The server answered with status ${status}.`, false)
  if (usesApp && (status === 401 || status === 403))
    return new ForgeRequestError('The GitHub App lacks the permission to change issues.', true)
  if (usesApp && (status === 404 || status === 410)) return new ForgeRequestError('Issue not found', true)
  if (status === 401 || status === 403)
    return new ForgeRequestError('The access token is not valid or lacks the right to change issues.', true)
  if (status === 404 || status === 410)
    return new ForgeRequestError('The access token cannot see the issue.', true)
  return new ForgeRequestError(`The server answered with status ${status}.`, status < 500)
}

/** Returns true for 429, and for 403 with the headers of GitHub's rate limits. */
function isRateLimited({ status, headers }: Pick<ReceivedResponse, 'status' | 'headers'>): boolean {
  const isExhausted = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'
  return status === 429 || (status === 403 && isExhausted)
}

const created = z.object({ id: z.int() })
const changedIssue = z.object({ updated_at: z.string() })
const githubComments = z.array(z.object({ id: z.int(), body: z.string().nullish() }))
const gitlabNotes = z.array(z.object({ id: z.int(), body: z.string().nullish() }))

/**
 * Creates the API client for GitHub, Gitea and Forgejo. See https://docs.github.com/rest/issues and
 * https://docs.gitea.com/api.
 */
function githubApi(request: Request, { repository }: GitConnectionRow): ForgeIssueApi {
  const issues = `/repos/${repository}/issues`
  return {
    updateIssue: async (number, patch) => timeOfChange(await request('PATCH', `${issues}/${number}`, patch)),
    listComments: async (number, since) =>
      commentsOf(
        githubComments,
        await request('GET', `${issues}/${number}/comments?per_page=100&since=${sinceText(since)}`),
      ),
    addComment: async (number, body) =>
      String(parsed(created, await request('POST', `${issues}/${number}/comments`, { body })).id),
    updateComment: async (_, id, body) => void (await request('PATCH', `${issues}/comments/${id}`, { body })),
    deleteComment: async (_, id) => void (await request('DELETE', `${issues}/comments/${id}`)),
  }
}

/** Formats the time minus one minute, because the clocks of Tandem's server and the forge may differ. */
function sinceText(time: Date): string {
  return new Date(time.getTime() - 60_000).toISOString()
}

/**
 * Creates the API client for GitLab. See https://docs.gitlab.com/api/issues and
 * https://docs.gitlab.com/api/notes.
 */
function gitlabApi(request: Request, { repository }: GitConnectionRow): ForgeIssueApi {
  const issues = `/projects/${encodeURIComponent(repository)}/issues`
  return {
    updateIssue: async (number, { title, body, state }) => {
      const change = {
        ...(title !== undefined && { title }),
        ...(body !== undefined && { description: body }),
        ...(state !== undefined && { state_event: state === 'closed' ? 'close' : 'reopen' }),
      }
      return timeOfChange(await request('PUT', `${issues}/${number}`, change))
    },
    listComments: async (number) =>
      commentsOf(gitlabNotes, await request('GET', `${issues}/${number}/notes?per_page=100&sort=desc`)),
    addComment: async (number, body) =>
      String(parsed(created, await request('POST', `${issues}/${number}/notes`, { body })).id),
    updateComment: async (number, id, body) =>
      void (await request('PUT', `${issues}/${number}/notes/${id}`, { body })),
    deleteComment: async (number, id) => void (await request('DELETE', `${issues}/${number}/notes/${id}`)),
  }
}

function timeOfChange(answer: unknown): Date | null {
  const time = new Date(changedIssue.safeParse(answer).data?.updated_at ?? '')
  return Number.isNaN(time.getTime()) ? null : time
}

function commentsOf(schema: typeof githubComments, answer: unknown): ForgeComment[] {
  return parsed(schema, answer).map(({ id, body }) => ({ id: String(id), body: body ?? '' }))
}

function parsed<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const read = schema.safeParse(answer)
  if (!read.success) throw new ForgeRequestError('The answer of the server has an unknown form.', true)
  return read.data
}
