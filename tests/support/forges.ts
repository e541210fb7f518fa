import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GitProvider } from '#common/work/git/rules.ts'

/** A webhook delivery in the documented form of a forge, without its signature. */
export interface ForgeWebhookEvent {
  event: string
  payload: object
}

interface PullRequest {
  number: number
  title: string
  branch: string
  body?: string
  state?: 'open' | 'closed' | 'merged'
  draft?: boolean
  /** True if the branch is in a fork of a person who cannot write to the repository. */
  isFromFork?: boolean
  /** True if the title was changed. */
  isEdited?: boolean
  updated_at?: string
}

interface Push {
  branch: string
  commits?: { id: string; message: string }[]
  isDeleted?: boolean
}

/** Builds the events of a repository as its forge sends them. */
interface ForgeEvents {
  push(push: Push): ForgeWebhookEvent
  pullRequest(pull: PullRequest): ForgeWebhookEvent
}

const person = { login: 'octo', username: 'octo', id: 1 }
const noHash = '0'.repeat(40)
const hash = 'f'.repeat(40)

const commitsOf = (base: string, { commits = [] }: Push) =>
  commits.map(({ id, message }) => ({
    id,
    message,
    url: `${base}/commit/${id}`,
    timestamp: '2026-03-01T10:00:00+01:00',
    author: { name: 'Octo Cat', email: 'octo@cat.example', username: 'octo' },
  }))

const mergeActions = { open: 'open', closed: 'close', merged: 'merge' }

/**
 * Builds events as described in https://docs.github.com/webhooks/webhook-events-and-payloads. Gitea and Forgejo send
 * the same fields.
 */
function githubEvents(base: string, full_name: string): ForgeEvents {
  const html_url = `${base}/${full_name}`
  const repository = { id: 42, full_name, html_url, default_branch: 'main', name: full_name.split('/')[1] }
  return {
    push: (push) => ({
      event: 'push',
      payload: {
        ref: `refs/heads/${push.branch}`,
        before: noHash,
        after: push.isDeleted ? noHash : hash,
        created: !push.isDeleted,
        deleted: push.isDeleted === true,
        commits: commitsOf(html_url, push),
        repository,
        pusher: { name: 'octo' },
        sender: person,
      },
    }),
    pullRequest: ({ number, title, branch, body, state = 'open', draft = false, updated_at, ...of }) => ({
      event: 'pull_request',
      payload: {
        action: of.isEdited ? 'edited' : state === 'open' ? 'opened' : 'closed',
        number,
        pull_request: {
          number,
          title,
          body: body ?? null,
          html_url: `${html_url}/pull/${number}`,
          state: state === 'open' ? 'open' : 'closed',
          draft,
          merged: state === 'merged',
          merged_at: state === 'merged' ? '2026-03-02T10:00:00Z' : null,
          updated_at: updated_at ?? '2026-03-02T10:00:00Z',
          user: person,
          head: { ref: branch, sha: hash, repo: { id: of.isFromFork ? 43 : 42 } },
          base: { ref: 'main', sha: hash, repo: { id: 42 } },
        },
        repository,
        sender: person,
      },
    }),
  }
}

/** Builds events as described in https://docs.gitlab.com/user/project/integrations/webhook_events/. */
function gitlabEvents(base: string, path_with_namespace: string): ForgeEvents {
  const web_url = `${base}/${path_with_namespace}`
  const project = { id: 42, path_with_namespace, web_url, default_branch: 'main' }
  return {
    push: (push) => ({
      event: 'Push Hook',
      payload: {
        object_kind: 'push',
        before: noHash,
        after: push.isDeleted ? noHash : hash,
        ref: `refs/heads/${push.branch}`,
        ...{ user_id: person.id, user_username: person.username },
        project,
        commits: commitsOf(`${web_url}/-`, push),
      },
    }),
    pullRequest: ({ number, title, branch, body, state = 'open', draft = false, updated_at, ...of }) => ({
      event: 'Merge Request Hook',
      payload: {
        object_kind: 'merge_request',
        user: person,
        project,
        object_attributes: {
          iid: number,
          title,
          description: body ?? null,
          url: `${web_url}/-/merge_requests/${number}`,
          state: state === 'open' ? 'opened' : state,
          draft,
          source_branch: branch,
          target_branch: 'main',
          source_project_id: of.isFromFork ? 43 : 42,
          target_project_id: 42,
          action: of.isEdited ? 'update' : mergeActions[state],
          updated_at: updated_at ?? '2026-03-02 10:00:00 UTC',
        },
      },
    }),
  }
}

export const forgeEventsByProvider: Record<GitProvider, (base: string, repository: string) => ForgeEvents> = {
  github: githubEvents,
  gitea: githubEvents,
  forgejo: githubEvents,
  gitlab: gitlabEvents,
}

/** Returns the headers that the forge sends with a delivery. */
export function deliveryHeaders(
  provider: GitProvider,
  { event, body, secret, id = randomUUID() }: { event: string; body: string; secret: string; id?: string },
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers: Record<GitProvider, Record<string, string>> = {
    github: {
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${signature}`,
    },
    gitlab: { 'x-gitlab-event': event, 'idempotency-key': id, 'x-gitlab-token': secret },
    gitea: { 'x-gitea-event': event, 'x-gitea-delivery': id, 'x-gitea-signature': signature },
    forgejo: { 'x-forgejo-event': event, 'x-forgejo-delivery': id, 'x-forgejo-signature': signature },
  }
  return { 'content-type': 'application/json', ...headers[provider] }
}

interface Hook {
  provider: GitProvider
  webhook_url: string
  secret_key: string
}

/** Sends an event to the webhook of a connection, as its forge does. */
export async function sendForgeWebhook(
  { provider, webhook_url, secret_key }: Hook,
  { event, payload }: ForgeWebhookEvent,
  also: { id?: string; secret?: string } = {},
): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify(payload)
  const headers = deliveryHeaders(provider, { event, body, secret: secret_key, ...also })
  const answer = await fetch(webhook_url, { method: 'POST', headers, body })
  return { status: answer.status, body: await answer.json() }
}

export interface ForgeApiRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** The part of a forge's API that creates webhooks. It accepts one token. */
export interface FakeForge {
  url: string
  token: string
  asked: ForgeApiRequest[]
  close(): Promise<void>
}

export async function startFakeForge(): Promise<FakeForge> {
  const asked: ForgeApiRequest[] = []
  const token = 'a-token-of-the-forge'
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    asked.push({
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
    })
    const { authorization = '', 'private-token': own } = request.headers
    const isKnown = own === token || (/^(Bearer|token) /.test(authorization) && authorization.endsWith(token))
    response.writeHead(isKnown ? 201 : 401, { 'content-type': 'application/json' }).end('{"id":7}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
