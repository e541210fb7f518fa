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
import { readGitlabIssue, readGitlabNote } from './issue-payloads.ts'

/* The webhooks of GitLab: https://docs.gitlab.com/user/project/integrations/webhook_events/. */

const project = z.object({
  path_with_namespace: z.string(),
  web_url: z.string(),
  default_branch: z.string().nullish(),
})
/** A push contains the id of the account in `user_id`, and all other events contain it in `user`. */
const any = z.object({
  project: project.nullish(),
  user_id: forgeAccountId,
  user: z.object({ id: forgeAccountId }).nullish(),
})
const push = z.object({
  ref: z.string(),
  after: z.string().nullish(),
  user_username: z.string().nullish(),
  commits: z.array(pushedCommit).nullish(),
  project,
})
const mergeRequest = z.object({
  user: z.object({ username: z.string().nullish() }).nullish(),
  object_attributes: z.object({
    iid: z.int(),
    title: z.string(),
    description: z.string().nullish(),
    url: z.string(),
    state: z.string(),
    draft: z.boolean().nullish(),
    work_in_progress: z.boolean().nullish(),
    action: z.string().nullish(),
    source_branch: z.string(),
    source_project_id: z.int().nullish(),
    target_project_id: z.int().nullish(),
    updated_at: z.string().nullish(),
  }),
  project,
})

type MergeRequest = z.infer<typeof mergeRequest>['object_attributes']

export const readGitlabPayload: GitPayloadParser = (event, payload) => {
  const facts = readers[event]?.(payload) ?? []
  const { project: of, user, user_id } = parsePayload(any, payload)
  return { repository: of?.path_with_namespace ?? null, sender_id: user?.id ?? user_id, facts }
}

const readers: Record<string, (payload: unknown) => ParsedGitDelivery['facts']> = {
  'Issue Hook': readGitlabIssue,
  'Note Hook': readGitlabNote,
  'Push Hook': ofPush,
  'Merge Request Hook': ofMergeRequest,
}

function ofPush(payload: unknown): GitReferenceUpdate[] {
  const { ref, after, commits, project: of, user_username } = parsePayload(push, payload)
  const name = branchNameFromRef(ref)
  if (name === null) return []
  const branch = createBranchUpdate({
    name,
    url: `${of.web_url}/-/tree/${encodeURI(name)}`,
    author: user_username ?? null,
    isDeleted: zeroHashPattern.test(after ?? ''),
  })
  return [branch, ...createCommitUpdates(commits ?? [], name === of.default_branch)]
}

function ofMergeRequest(payload: unknown): GitReferenceUpdate[] {
  const { user, object_attributes: merge } = parsePayload(mergeRequest, payload)
  return [
    {
      kind: 'pull_request',
      key: String(merge.iid),
      title: firstLine(merge.title),
      url: merge.url,
      state: stateOf(merge),
      author: user?.username ?? null,
      changed_at: parseForgeTime(merge.updated_at),
      text: joinSearchedTexts(merge.source_branch, merge.title),
      closing_text: joinSearchedTexts(merge.description),
      is_trusted: isTrusted(merge),
    },
  ]
}

/**
 * Returns true if the branch of the merge request is in the repository itself, where only people with write access
 * create branches. Merging needs write access too, so a merge is always trusted. Later changes of a merged request
 * from a fork are not trusted, because its author can still change the title.
 */
function isTrusted({ action, source_project_id, target_project_id }: MergeRequest): boolean {
  return action === 'merge' || (source_project_id != null && source_project_id === target_project_id)
}

function stateOf(merge: MergeRequest): GitReferenceState {
  if (merge.state === 'merged') return 'merged'
  if (merge.state === 'closed') return 'closed'
  return merge.draft === true || merge.work_in_progress === true ? 'draft' : 'open'
}
