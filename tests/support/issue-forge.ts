import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GitProvider } from '#common/work/git/rules.ts'
import type { ForgeWebhookEvent } from './forges.ts'

interface ForgeComment {
  id: number
  body: string
  author: string
  updated_at?: string
}

interface ForgeIssue {
  number: number
  title: string
  body: string
  state: 'open' | 'closed'
  labels: string[]
  updated_at: string
  comments: ForgeComment[]
}

/** Simulates the API of a forge (GitHub, GitLab, Gitea or Forgejo) with one repository and its issues. */
export interface FakeIssueForge {
  url: string
  token: string
  issues: Map<number, ForgeIssue>
  /** Requests that changed something, such as `PATCH 1`. */
  writes: string[]
  /** Answers to the next requests. Each of them refuses one request. */
  refusals: { status: number; headers?: Record<string, string> }[]
  /** Changes an issue as if a person did so on the forge, and returns the webhook event. */
  setIssue(issue: Partial<ForgeIssue> & { number: number }): ForgeWebhookEvent
  setComment(number: number, comment: { id: number; body: string; author: string }): ForgeWebhookEvent
  /** Returns the event of the current state of an issue. */
  eventOf(number: number): ForgeWebhookEvent
  commentEvent(number: number, id: number, isDeleted?: boolean): ForgeWebhookEvent
  close(): Promise<void>
}

let clock = Date.parse('2026-03-02T10:00:00Z')
function nextTime(): string {
  clock += 1000
  return new Date(clock).toISOString()
}

/** The answer of a fake server. A string is sent as an HTML page, every other value as JSON. */
export interface ForgeAnswer {
  status: number
  answer: unknown
  headers?: Record<string, string>
}

/** Requests that the fake forge answers in addition to those of issues, for example the requests of a GitHub App. */
interface AlsoAnswers {
  /** Returns null for requests of issues and comments. */
  answer(request: IncomingMessage, text: string): ForgeAnswer | null
  /** Returns true if the token gives access to the repository. */
  accepts(token: string): boolean
}

export async function startFakeIssueForge(
  provider: GitProvider,
  repository: string,
  also?: AlsoAnswers,
): Promise<FakeIssueForge> {
  const issues = new Map<number, ForgeIssue>()
  const writes: string[] = []
  const refusals: FakeIssueForge['refusals'] = []
  const token = 'a-token-of-the-forge'
  let lastId = 100

  function issueOf(number: number): ForgeIssue {
    const issue = issues.get(number)
    if (issue === undefined) throw new Error('there is no such issue')
    return issue
  }

  function handle(method: string, path: string, body: Record<string, string>): unknown {
    const prefix =
      provider === 'gitlab' ? `/projects/${encodeURIComponent(repository)}` : `/repos/${repository}`
    const [, rest = ''] = path.replace(/\?.*$/, '').split(`${prefix}/issues/`)
    const [first = '', kind = '', id = ''] = rest.split('/')
    if (method !== 'GET') writes.push(`${method} ${rest}`)
    if (first === 'comments') return changeComment(method, Number(kind), body)
    const issue = issueOf(Number(first))
    if (kind === '') return changeIssue(issue, body)
    if (method === 'GET') return issue.comments
    if (id !== '') return changeComment(method, Number(id), body)
    const comment = { id: ++lastId, body: body['body'] ?? '', author: 'tandem', updated_at: nextTime() }
    issue.comments.push(comment)
    return comment
  }

  function changeIssue(issue: ForgeIssue, body: Record<string, string>): unknown {
    const states: Record<string, 'open' | 'closed'> = { close: 'closed', reopen: 'open' }
    const change = {
      title: body['title'],
      body: body['body'] ?? body['description'],
      state: body['state'] ?? states[body['state_event'] ?? ''],
    }
    const sent = Object.entries(change).filter(([, value]) => value !== undefined)
    Object.assign(issue, Object.fromEntries(sent), { updated_at: nextTime() })
    return { number: issue.number, updated_at: issue.updated_at }
  }

  function changeComment(method: string, id: number, { body = '' }: Record<string, string>): unknown {
    for (const issue of issues.values()) {
      const comment = issue.comments.find((one) => one.id === id)
      if (comment === undefined) continue
      if (method === 'DELETE') issue.comments = issue.comments.filter((one) => one !== comment)
      else Object.assign(comment, { body, updated_at: nextTime() })
      return comment
    }
    return null
  }

  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const own = request.headers['private-token']
    const { authorization = '' } = request.headers
    const other = also?.answer(request, text) ?? null
    if (other !== null) return respond(response, other)
    const isKnown =
      also?.accepts(authorization.replace(/^\w+ /, '')) ||
      own === token ||
      authorization.endsWith(` ${token}`)
    const refusal = isKnown ? refusals.shift() : { status: 401 }
    const answer =
      refusal === undefined
        ? handle(request.method ?? '', request.url ?? '', JSON.parse(text || '{}'))
        : { message: 'refused' }
    respond(response, { status: answer === null ? 404 : 200, ...refusal, answer })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const events = provider === 'gitlab' ? gitlab(url, repository) : github(url, repository)
  const forge: FakeIssueForge = {
    ...{ url, token, issues, writes, refusals },
    setIssue(issue) {
      const before = issues.get(issue.number)
      const fresh = { title: '', body: '', state: 'open' as const, labels: [], comments: [] }
      issues.set(issue.number, { ...fresh, ...before, updated_at: nextTime(), ...issue })
      return forge.eventOf(issue.number)
    },
    setComment(number, comment) {
      const issue = issueOf(number)
      const others = issue.comments.filter(({ id }) => id !== comment.id)
      issue.comments = [...others, { updated_at: nextTime(), ...comment }]
      return forge.commentEvent(number, comment.id)
    },
    eventOf: (number) => events.issue(issueOf(number)),
    commentEvent(number, id, isDeleted = false) {
      const comment = issueOf(number).comments.find((one) => one.id === id)
      return events.comment(number, comment ?? { id, body: '', author: 'octo' }, isDeleted)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return forge
}

function respond(response: ServerResponse, { status, answer, headers }: ForgeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

interface IssueEvents {
  issue(issue: ForgeIssue): ForgeWebhookEvent
  comment(number: number, comment: ForgeIssue['comments'][number], isDeleted: boolean): ForgeWebhookEvent
}

/** Builds the events of https://docs.github.com/webhooks. Gitea and Forgejo send the same fields. */
function github(base: string, full_name: string): IssueEvents {
  const html_url = `${base}/${full_name}`
  const repository = { id: 42, full_name, html_url, default_branch: 'main' }
  return {
    issue: ({ number, title, body, state, labels, updated_at }) => ({
      event: 'issues',
      payload: {
        action: 'edited',
        issue: {
          ...{ number, title, body, state, updated_at, html_url: `${html_url}/issues/${number}` },
          labels: labels.map((name) => ({ name })),
          user: { login: 'octo' },
        },
        repository,
        sender: { login: 'octo', id: 1 },
      },
    }),
    comment: (number, { id, body, author, updated_at }, isDeleted) => ({
      event: 'issue_comment',
      payload: {
        action: isDeleted ? 'deleted' : 'created',
        issue: { number },
        comment: { id, body, updated_at, user: { login: author, id: 1 } },
        repository,
        sender: { login: author, id: 1 },
      },
    }),
  }
}

/** Builds the events of https://docs.gitlab.com/user/project/integrations/webhook_events/. */
function gitlab(base: string, path_with_namespace: string): IssueEvents {
  const project = { id: 42, path_with_namespace, web_url: `${base}/${path_with_namespace}` }
  return {
    issue: ({ number, title, body, state, labels, updated_at }) => ({
      event: 'Issue Hook',
      payload: {
        user: { username: 'octo', id: 1 },
        project,
        object_attributes: {
          ...{ iid: number, title, description: body, updated_at },
          url: `${project.web_url}/-/issues/${number}`,
          state: state === 'open' ? 'opened' : 'closed',
        },
        labels: labels.map((title) => ({ title })),
      },
    }),
    comment: (number, { id, body, author, updated_at }) => ({
      event: 'Note Hook',
      payload: {
        user: { username: author, id: 1 },
        project,
        object_attributes: { id, author_id: 1, note: body, noteable_type: 'Issue', updated_at },
        issue: { iid: number },
      },
    }),
  }
}
