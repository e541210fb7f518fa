import { storableText } from '../facts.ts'

/** An issue of a repository as a delivery describes it. */
export interface GitIssueFact {
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

/** A comment on an issue as a delivery describes it. */
export interface GitCommentFact {
  kind: 'issue_comment'
  /** Id of the comment on the forge. */
  key: string
  issue_key: string
  /** Text as Markdown. */
  body: string
  author: string | null
  is_deleted: boolean
}

export type GitSyncFact = GitIssueFact | GitCommentFact

const bodyLength = 100_000

/** Removes what PostgreSQL cannot store, and cuts the texts off. */
export function storableSyncFact(fact: GitSyncFact): GitSyncFact {
  const body = storableText(fact.body, bodyLength)
  const key = storableText(fact.key, 50)
  const author = fact.author === null ? null : storableText(fact.author, 100)
  if (fact.kind === 'issue_comment')
    return { ...fact, body, key, author, issue_key: storableText(fact.issue_key, 50) }
  return {
    ...{ ...fact, body, key, author },
    title: storableText(fact.title, 255),
    url: storableText(fact.url, 2000),
    labels: fact.labels.slice(0, 50).map((label) => storableText(label, 255)),
  }
}
