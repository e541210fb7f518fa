import type { EntityManager } from '@mikro-orm/postgresql'
import { ExternalServerError, type Job, type JobPorts } from '../../../platform/context/job.ts'
import { query } from '../../../platform/db/orm.ts'
import { runInChangeBatch } from '../../../platform/feed/run-in-change-batch.ts'
import { GitConnectionEntity, type GitConnectionRow } from '../entity.ts'
import { ForgeRequestError } from '../forges/forge-request-error.ts'
import { createForgeIssueApi, type ForgeIssuePatch } from '../forges/issue-api.ts'
import { applyGithubAccess } from '../github-app/access.ts'
import { GithubAccessError } from '../github-app/installation-tokens.ts'
import { connectionCreatorLeftMessage, findConnectionCreator } from './context.ts'
import { GitIssueEntity, type GitIssueRow, type SyncedHashesByField } from './entity.ts'
import { fieldHash } from './hash.ts'
import { findSyncedItem, forgeIssueState, hashSyncedFields } from './items.ts'
import { documentJsonToMarkdown } from './markdown.ts'

interface SendIssue {
  git_issue_id: string
  connection_id: string
}

/**
 * Sends the changed fields of a work item to its issue. Before the request, the hashes of the sent values are
 * stored, so that the resulting webhook event is recognized. If the process crashes, the job sends the same
 * values again, which changes nothing on the forge.
 */
export const sendGitIssue: Job<SendIssue> = {
  name: 'send-git-issue',
  retries: 8,
  retryAfter: [5, 3600],
  endsWithin: 60,
  groupOf: ({ connection_id }) => connection_id,
  async run({ git_issue_id }, ports) {
    const plan = await planAsConnectionCreator(ports, git_issue_id, planPatch)
    if (plan === null) return
    const { connection, number, patch, known } = plan
    const sent = await sendOrRecordFailure(ports, git_issue_id, () =>
      createForgeIssueApi(ports, connection).updateIssue(number, patch),
    )
    if (sent === null) return
    await runWithLockedGitIssue(ports, git_issue_id, async (em, _, row) => {
      // Store the time of this change, so that late events of earlier changes are rejected.
      const changed_at = sent.value ?? row.changed_at
      em.assign(row, { known: { ...row.known, ...known }, changed_at, error: null, synced_at: new Date() })
      await em.flush()
      return null
    })
  },
}

/**
 * Locks the issue and runs `work` in one transaction. Returns null if the issue is no longer synchronized to
 * the forge.
 */
export async function runWithLockedGitIssue<T>(
  { orm }: JobPorts,
  id: string,
  work: (em: EntityManager, connection: GitConnectionRow, row: GitIssueRow) => Promise<T | null>,
): Promise<T | null> {
  return runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    await query(em).selectFrom('git_issues').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const row = await em.findOne(GitIssueEntity, { id })
    const connection = row === null ? null : await em.findOne(GitConnectionEntity, { id: row.connection_id })
    if (row === null || connection === null) return null
    const isOn = connection.sync_issues && connection.sync_direction !== 'from_forge'
    return isOn ? work(em, connection, row) : null
  })
}

/**
 * Runs `plan` in a transaction of `runWithLockedGitIssue`. If the admin who connected the repository can no
 * longer change the project, stores an error and returns null, because the request would use the token of
 * this admin.
 */
export function planAsConnectionCreator<T>(
  ports: JobPorts,
  id: string,
  plan: (em: EntityManager, connection: GitConnectionRow, row: GitIssueRow) => Promise<T | null>,
): Promise<T | null> {
  return runWithLockedGitIssue(ports, id, async (em, connection, row) => {
    if ((await findConnectionCreator(em, connection)) !== null) return plan(em, connection, row)
    em.assign(row, { error: connectionCreatorLeftMessage })
    await em.flush()
    return null
  })
}

/**
 * Runs the request, and stores the error if it fails. Throws if a retry may succeed, so that the job is retried.
 * Otherwise returns null, and the next change or a manual retry sends the data again.
 */
export async function sendOrRecordFailure<T>(
  ports: JobPorts,
  id: string,
  request: () => Promise<T>,
  refused: (em: EntityManager) => Promise<void> = () => Promise.resolve(),
): Promise<{ value: T } | null> {
  try {
    return { value: await request() }
  } catch (error) {
    if (!(error instanceof ForgeRequestError)) throw error
    await runWithLockedGitIssue(ports, id, async (em, connection, row) => {
      em.assign(row, { error: error.message })
      if (error instanceof GithubAccessError)
        await applyGithubAccess(em, connection, { problem: error.problem, repository: null })
      await refused(em)
      await em.flush()
      return null
    })
    if (error.isFinal) return null
    throw new ExternalServerError(error.message)
  }
}

/**
 * Maximum number of sent values per field that are stored until the forge responds. Webhook events with these
 * values are recognized as Tandem's own.
 */
const maxSentValues = 5

interface PlannedPatch {
  connection: GitConnectionRow
  number: number
  patch: ForgeIssuePatch
  known: Partial<SyncedHashesByField>
}

async function planPatch(
  em: EntityManager,
  connection: GitConnectionRow,
  row: GitIssueRow,
): Promise<PlannedPatch | null> {
  const item = await findSyncedItem(em, connection, row.issue_id)
  if (item === null) return null
  const hashes = hashSyncedFields(item)
  const isChanged = (field: keyof SyncedHashesByField) => row.known[field].item !== hashes[field]
  const patch: ForgeIssuePatch = {
    ...(isChanged('title') && { title: item.name }),
    ...(isChanged('body') && {
      body: await documentJsonToMarkdown(em, item.workspace_id, item.description_json),
    }),
    ...(isChanged('state') && { state: forgeIssueState(item) }),
  }
  const known: Partial<SyncedHashesByField> = {}
  const sending = { ...row.known }
  for (const field of ['title', 'body', 'state'] as const) {
    const value = patch[field]
    if (value === undefined) continue
    known[field] = { forge: fieldHash(value), item: hashes[field] }
    // Keep earlier values that may have been sent, because their webhook events may still arrive.
    const earlier = row.known[field].sending ?? []
    sending[field] = { ...row.known[field], sending: [...earlier, fieldHash(value)].slice(-maxSentValues) }
  }
  if (Object.keys(patch).length === 0) {
    if (row.error !== null) em.assign(row, { error: null })
    await em.flush()
    return null
  }
  em.assign(row, { known: sending })
  await em.flush()
  return { connection, number: row.number, patch, known }
}
