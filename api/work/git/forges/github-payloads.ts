import { z } from 'zod'
import type { GitReferenceState } from '#common/work/git/rules.ts'
import {
  branchNameFromRef,
  createBranchUpdate,
  createCommitUpdates,
  firstLine,
  forgeAccountId,
  type GitPayloadParser,
  type GitReferenceUpdate,
  joinSearchedTexts,
  type ParsedGitDelivery,
  parseForgeTime,
  parsePayload,
  pushedCommit,
  zeroHashPattern,
} from '../facts.ts'
import { readGithubComment, readGithubIssue } from './issue-payloads.ts'

/*
 * Schemas of GitHub's webhooks. Gitea and Forgejo send the same events with the same fields; only the web
 * address of a branch differs. See https://docs.github.com/webhooks and
 * https://docs.gitea.com/usage/webhooks.
 */

const person = z.object({ login: z.string() }).nullish()
const repository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  default_branch: z.string().nullish(),
  private: z.boolean().nullish(),
})
const any = z.object({ repository: repository.nullish(), sender: z.object({ id: forgeAccountId }).nullish() })
const branchEvent = z.object({ ref: z.string(), ref_type: z.string(), repository, sender: person })
const push = z.object({
  ref: z.string(),
  before: z.string().nullish(),
  after: z.string().nullish(),
  commits: z.array(pushedCommit).nullish(),
  repository,
  sender: person,
})
/**
 * The repository that contains the branch of a pull request. Is null if the branch was in a fork that was
 * deleted.
 */
const forkable = z.object({ id: z.int() }).nullish()
const pullRequest = z.object({
  action: z.string().nullish(),
  number: z.int(),
  pull_request: z.object({
    title: z.string(),
    body: z.string().nullish(),
    html_url: z.string(),
    state: z.string(),
    draft: z.boolean().nullish(),
    merged: z.boolean().nullish(),
    merged_at: z.string().nullish(),
    updated_at: z.string().nullish(),
    user: person,
    author_association: z.string().nullish(),
    head: z.object({ ref: z.string(), repo: forkable }),
    base: z.object({ repo: forkable }).nullish(),
  }),
  repository,
})

type Repository = z.infer<typeof repository>
type PullRequest = z.infer<typeof pullRequest>['pull_request']

export const readGithubPayload: GitPayloadParser = (event, payload, provider) => {
  const facts = readers[event]?.(payload, provider === 'github' ? githubBranchUrl : giteaBranchUrl) ?? []
  const { repository, sender } = parsePayload(any, payload)
  return { repository: repository?.full_name ?? null, sender_id: sender?.id ?? null, facts }
}

type BranchUrl = (repository: Repository, branch: string) => string

const githubBranchUrl: BranchUrl = ({ html_url }, branch) => `${html_url}/tree/${encodeURI(branch)}`
const giteaBranchUrl: BranchUrl = ({ html_url }, branch) => `${html_url}/src/branch/${encodeURI(branch)}`

const readers: Record<string, (payload: unknown, branchUrl: BranchUrl) => ParsedGitDelivery['facts']> = {
  issues: readGithubIssue,
  issue_comment: readGithubComment,
  create: (payload, branchUrl) => ofBranch(payload, branchUrl, false),
  delete: (payload, branchUrl) => ofBranch(payload, branchUrl, true),
  push: ofPush,
  pull_request: ofPullRequest,
}

function ofBranch(payload: unknown, branchUrl: BranchUrl, isDeleted: boolean): GitReferenceUpdate[] {
  const { ref, ref_type, repository, sender } = parsePayload(branchEvent, payload)
  if (ref_type !== 'branch') return []
  const name = branchNameFromRef(ref) ?? ref
  return [
    createBranchUpdate({ name, url: branchUrl(repository, name), author: sender?.login ?? null, isDeleted }),
  ]
}

function ofPush(payload: unknown, branchUrl: BranchUrl): GitReferenceUpdate[] {
  const { ref, after, commits, repository, sender } = parsePayload(push, payload)
  const name = branchNameFromRef(ref)
  if (name === null) return []
  const isDeleted = zeroHashPattern.test(after ?? '')
  const branch = { name, url: branchUrl(repository, name), author: sender?.login ?? null, isDeleted }
  return [
    createBranchUpdate(branch),
    ...createCommitUpdates(commits ?? [], name === repository.default_branch),
  ]
}

function ofPullRequest(payload: unknown): GitReferenceUpdate[] {
  const { action, number, pull_request: pull, repository } = parsePayload(pullRequest, payload)
  return [
    {
      kind: 'pull_request',
      key: String(number),
      title: firstLine(pull.title),
      url: pull.html_url,
      state: stateOf(pull),
      author: pull.user?.login ?? null,
      changed_at: parseForgeTime(pull.updated_at),
      text: joinSearchedTexts(pull.head.ref, pull.title),
      closing_text: joinSearchedTexts(pull.body),
      // Trust a merge, because only people with write access can merge. Distrust later changes of the pull
      // request again, because its author can still change the title.
      is_trusted: hasTrustedAuthor(pull, repository) || (action === 'closed' && stateOf(pull) === 'merged'),
    },
  ]
}

/**
 * Returns true if the author can write to the repository. `author_association` names owners, members and
 * collaborators, but GitHub does not reveal private memberships. Any other author is trusted only if the
 * branch is in this repository and not in a fork, and if the author has contributed before, the repository is
 * private, or the forge sends no `author_association` (Gitea). The branch alone proves nothing, because
 * anyone can open a pull request from an existing branch.
 */
function hasTrustedAuthor({ head, base, author_association }: PullRequest, of: Repository): boolean {
  const author = author_association ?? null
  if (author !== null && ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(author)) return true
  const isFork = !base?.repo || head.repo?.id !== base.repo.id
  return !isFork && (author === null || author === 'CONTRIBUTOR' || of.private === true)
}

function stateOf(pull: PullRequest): GitReferenceState {
  if (pull.merged === true || pull.merged_at) return 'merged'
  if (pull.state === 'closed') return 'closed'
  // Also check the title, because Gitea marks drafts only by their title.
  return pull.draft === true || /^\s*(?:\[wip\]|wip:)/i.test(pull.title) ? 'draft' : 'open'
}
