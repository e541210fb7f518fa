import { z } from 'zod'
import { forgeAccountId, parseForgeTime, parsePayload } from '../facts.ts'
import type { GitSyncUpdate } from '../issues/sanitize-update.ts'

/*
 * The webhooks of issues and their comments. GitHub, Gitea and Forgejo send the same fields:
 * https://docs.github.com/webhooks, https://docs.gitlab.com/user/project/integrations/webhook_events/.
 */

const person = z.object({ login: z.string() }).nullish()
const githubIssue = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  state: z.string(),
  labels: z.array(z.object({ name: z.string() })).nullish(),
  updated_at: z.string().nullish(),
  user: person,
  /** This field is present only if the issue is a pull request. */
  pull_request: z.unknown().nullish(),
})
const githubIssueEvent = z.object({ action: z.string(), issue: githubIssue })
const githubCommentEvent = z.object({
  action: z.string(),
  issue: githubIssue.pick({ number: true, pull_request: true }),
  comment: z.object({
    id: z.int(),
    body: z.string().nullish(),
    user: z.object({ id: forgeAccountId, login: z.string() }).nullish(),
    updated_at: z.string().nullish(),
  }),
})

export function readGithubIssue(payload: unknown): GitSyncUpdate[] {
  const { action, issue } = parsePayload(githubIssueEvent, payload)
  if (issue.pull_request || action === 'deleted' || action === 'transferred') return []
  return [
    {
      kind: 'issue',
      key: String(issue.number),
      title: issue.title,
      body: issue.body ?? '',
      url: issue.html_url,
      state: issue.state === 'closed' ? 'closed' : 'open',
      labels: (issue.labels ?? []).map(({ name }) => name),
      author: issue.user?.login ?? null,
      changed_at: parseForgeTime(issue.updated_at),
    },
  ]
}

export function readGithubComment(payload: unknown): GitSyncUpdate[] {
  const { action, issue, comment } = parsePayload(githubCommentEvent, payload)
  if (issue.pull_request) return []
  return [
    {
      kind: 'issue_comment',
      key: String(comment.id),
      issue_key: String(issue.number),
      body: comment.body ?? '',
      author: comment.user?.login ?? null,
      author_id: comment.user?.id ?? null,
      is_deleted: action === 'deleted',
      changed_at: parseForgeTime(comment.updated_at),
    },
  ]
}

const gitlabUser = z.object({ id: forgeAccountId, username: z.string().nullish() }).nullish()
const gitlabIssueEvent = z.object({
  user: gitlabUser,
  object_attributes: z.object({
    iid: z.int(),
    title: z.string(),
    description: z.string().nullish(),
    url: z.string(),
    state: z.string(),
    updated_at: z.string().nullish(),
  }),
  labels: z.array(z.object({ title: z.string() })).nullish(),
})
const gitlabNoteEvent = z.object({
  user: gitlabUser,
  object_attributes: z.object({
    id: z.int(),
    note: z.string(),
    author_id: forgeAccountId,
    noteable_type: z.string(),
    system: z.boolean().nullish(),
    updated_at: z.string().nullish(),
  }),
  issue: z.object({ iid: z.int() }).nullish(),
})

export function readGitlabIssue(payload: unknown): GitSyncUpdate[] {
  const { user, object_attributes: issue, labels } = parsePayload(gitlabIssueEvent, payload)
  return [
    {
      kind: 'issue',
      key: String(issue.iid),
      title: issue.title,
      body: issue.description ?? '',
      url: issue.url,
      state: issue.state === 'closed' ? 'closed' : 'open',
      labels: (labels ?? []).map(({ title }) => title),
      author: user?.username ?? null,
      changed_at: parseForgeTime(issue.updated_at),
    },
  ]
}

export function readGitlabNote(payload: unknown): GitSyncUpdate[] {
  const { user, object_attributes: note, issue } = parsePayload(gitlabNoteEvent, payload)
  if (note.noteable_type !== 'Issue' || note.system === true || !issue) return []
  return [
    {
      kind: 'issue_comment',
      key: String(note.id),
      issue_key: String(issue.iid),
      body: note.note,
      author: user?.username ?? null,
      author_id: note.author_id ?? user?.id ?? null,
      is_deleted: false,
      changed_at: parseForgeTime(note.updated_at),
    },
  ]
}
