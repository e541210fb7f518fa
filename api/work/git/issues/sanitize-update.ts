import { sanitizeAndTruncateText } from '../facts.ts'

/** An issue of a repository that a webhook delivery describes. */
export interface GitIssueUpdate {
  kind: 'issue'
  /** Number of the issue. */
  key: string
  title: string
  /** Description as Markdown. */
  body: string
  url: string
  state: 'open' | 'closed'
  labels: string[]
  author: string | null
  changed_at: string | null
}

/** A comment on an issue that a webhook delivery describes. */
export interface GitCommentUpdate {
  kind: 'issue_comment'
  /** Id of the comment on the forge. */
  key: string
  issue_key: string
  /** Text as Markdown. */
  body: string
  author: string | null
  /** Id of the author's account on the forge. */
  author_id: string | null
  is_deleted: boolean
  changed_at: string | null
}

export type GitSyncUpdate = GitIssueUpdate | GitCommentUpdate

const bodyLength = 100_000

/** Removes characters that PostgreSQL cannot store, and truncates the texts. */
export function sanitizeSyncUpdate(fact: GitSyncUpdate): GitSyncUpdate {
  const body = sanitizeAndTruncateText(fact.body, bodyLength)
  const key = sanitizeAndTruncateText(fact.key, 50)
  const author = fact.author === null ? null : sanitizeAndTruncateText(fact.author, 100)
  if (fact.kind === 'issue_comment')
    return { ...fact, body, key, author, issue_key: sanitizeAndTruncateText(fact.issue_key, 50) }
  return {
    ...{ ...fact, body, key, author },
    title: sanitizeAndTruncateText(fact.title, 255),
    url: sanitizeAndTruncateText(fact.url, 2000),
    labels: fact.labels.slice(0, 50).map((label) => sanitizeAndTruncateText(label, 255)),
  }
}
