import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { gitCalls } from '#common/work/git/calls.ts'
import { gitConnectionsLimit, gitProviderCloudUrls } from '#common/work/git/rules.ts'
import type { GitConnection, GitDelivery, GitStateRules } from '#common/work/git/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { createAddressFilter } from '../../platform/outgoing/address-filter.ts'
import { StateEntity } from '../states/entity.ts'
import { GitConnectionEntity, type GitConnectionRow, GitDeliveryEntity } from './entity.ts'
import { findConnectionCreator } from './issues/context.ts'
import { processGitDelivery } from './process.ts'
import {
  canRetryGitDelivery,
  loadGitConnection,
  presentGitConnection,
  presentGitDeliveries,
} from './queries.ts'
import { encryptForConnection, newGitSecret } from './secrets.ts'
import { updateItemGitStates } from './update-item-git-states.ts'

type WithSecret = GitConnection & { secret_key: string }
type CreateInput = BodyOf<typeof gitCalls.createGitConnection>
type UpdateInput = BodyOf<typeof gitCalls.updateGitConnection>

export async function createGitConnection(ctx: ProjectContext, input: CreateInput): Promise<WithSecret> {
  const { provider, repository, token = null, state_rules = {} } = input
  const { row, secret } = await addGitConnection(ctx, {
    ...{ provider, repository, token, state_rules },
    base_url: input.base_url ?? gitProviderCloudUrls[provider],
  })
  return { ...(await presentGitConnection(ctx, row)), secret_key: secret }
}

interface NewConnection extends Pick<GitConnectionRow, 'provider' | 'base_url' | 'repository'> {
  token: string | null
  state_rules: Partial<GitStateRules>
  external_id?: string | null
  installation_id?: string | null
  source_id?: string | null
}

export async function addGitConnection(
  ctx: ProjectContext,
  { token, state_rules, ...fields }: NewConnection,
): Promise<{ row: GitConnectionRow; secret: string }> {
  const { em, workspace, project, user, config } = ctx
  refuseLocal(ctx, fields.base_url)
  await refuseUnknownStates(ctx, state_rules)
  await lockConnections(ctx)
  const others = await em.find(GitConnectionEntity, { project_id: project.id })
  if (others.length >= gitConnectionsLimit)
    throw new AppError('invalid', `A project can have at most ${gitConnectionsLimit} repositories.`)
  if (others.some((other) => isSameRepository(other, fields)))
    throw new AppError('conflict', 'The repository is already connected to this project.')
  const id = newId()
  const secret = newGitSecret()
  const row = em.create(GitConnectionEntity, {
    ...{ external_id: null, source_id: null, installation_id: null, app_problem: null, ...fields },
    id,
    workspace_id: workspace.id,
    project_id: project.id,
    sealed_token: token === null ? null : encryptForConnection(config, 'git-tokens', id, token),
    sealed_secret: encryptForConnection(config, 'git-webhook-secrets', id, secret),
    state_rules: { ...(await usualRules(ctx)), ...state_rules },
    ...{ sync_issues: false, sync_direction: 'both', sync_label: '' },
    last_error: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  return { row, secret }
}

export async function updateGitConnection(
  ctx: ProjectContext,
  id: string,
  { token, state_rules, ...sync }: UpdateInput,
): Promise<GitConnection> {
  const row = await loadGitConnection(ctx, id, { locked: true })
  await refuseUnknownStates(ctx, state_rules ?? {})
  if (token !== undefined && token !== null) assertNotAppConnection(row)
  const { sync_issues, sync_label, sync_direction } = { ...row, ...sync }
  if (sync_issues && sync_direction !== 'to_forge' && sync_label === '')
    throw invalid('sync_label', 'Enter the label of the issues that become work items.')
  ctx.em.assign(row, {
    ...sync,
    ...(token !== undefined && {
      sealed_token: token === null ? null : encryptForConnection(ctx.config, 'git-tokens', id, token),
      last_error: null,
    }),
    ...(state_rules !== undefined && { state_rules: { ...row.state_rules, ...state_rules } }),
    ...(await takeOver(ctx, row, token)),
    updated_by: ctx.user.id,
  })
  await ctx.em.flush()
  return presentGitConnection(ctx, row)
}

/**
 * If the admin who connected the repository can no longer change the project, the caller becomes the creator
 * of the connection. The token of that admin must not be used again, so the caller must replace or remove the
 * token.
 */
async function takeOver(
  { em, user }: ProjectContext,
  row: GitConnectionRow,
  token: string | null | undefined,
): Promise<{ created_by?: string }> {
  if (row.created_by === user.id || (token === undefined && row.sealed_token !== null)) return {}
  return (await findConnectionCreator(em, row)) === null ? { created_by: user.id } : {}
}

export async function regenerateGitSecret(ctx: ProjectContext, id: string): Promise<WithSecret> {
  const row = await loadGitConnection(ctx, id, { locked: true })
  assertNotAppConnection(row)
  const secret_key = newGitSecret()
  ctx.em.assign(row, {
    sealed_secret: encryptForConnection(ctx.config, 'git-webhook-secrets', id, secret_key),
    updated_by: ctx.user.id,
  })
  await ctx.em.flush()
  return { ...(await presentGitConnection(ctx, row)), secret_key }
}

/** Throws for a connection through the GitHub App, which has neither a token nor a webhook of its own. */
export function assertNotAppConnection({ installation_id }: GitConnectionRow): void {
  if (installation_id !== null)
    throw new AppError(
      'invalid',
      'This repository is connected through the GitHub App, so it needs no token and no webhook.',
    )
}

/** Deletes the connection with its references, which disappear from the work items. */
export async function deleteGitConnection(ctx: ProjectContext, id: string): Promise<undefined> {
  const { em } = ctx
  const row = await loadGitConnection(ctx, id, { locked: true })
  const { rows: removed } = await sql<{ id: string; issue_id: string }>`
    delete from git_references where connection_id = ${id} returning *`.execute(query(em))
  const deleted_at = new Date()
  recordBulkChanges(
    em,
    'git_references',
    removed.map((reference) => ({ before: { ...reference }, after: { ...reference, deleted_at } })),
  )
  await updateItemGitStates(
    em,
    removed.map(({ issue_id }) => issue_id),
  )
  em.remove(row)
  await em.flush()
}

export async function retryGitDelivery(
  ctx: ProjectContext,
  connectionId: string,
  id: string,
): Promise<GitDelivery> {
  await loadGitConnection(ctx, connectionId, { locked: true })
  const delivery = await ctx.em.findOne(GitDeliveryEntity, { id, connection_id: connectionId })
  if (delivery === null) throw notFound('Delivery not found')
  if (delivery.facts.length === 0)
    throw new AppError('invalid', 'There is nothing to process. Send the event again on the forge.')
  if (canRetryGitDelivery(delivery)) {
    ctx.em.assign(delivery, { status: 'pending', error: null, processed_at: null })
    await ctx.em.flush()
    await ctx.jobs.enqueue(ctx.em, processGitDelivery, { connection_id: connectionId })
  }
  const [answer] = await presentGitDeliveries(ctx.em, [delivery])
  if (answer === undefined) throw notFound('Delivery not found')
  return answer
}

function isSameRepository(
  a: Pick<GitConnectionRow, 'base_url' | 'repository'>,
  b: Pick<GitConnectionRow, 'base_url' | 'repository'>,
): boolean {
  return a.base_url === b.base_url && a.repository.toLowerCase() === b.repository.toLowerCase()
}

/** Locks the project, so that concurrent requests cannot exceed the limit or connect a repository twice. */
export async function lockConnections({ em, project }: ProjectContext): Promise<void> {
  await query(em).selectFrom('projects').select('id').where('id', '=', project.id).forNoKeyUpdate().execute()
}

/** Throws for local addresses, without a DNS lookup. Each request also checks the resolved address. */
function refuseLocal({ config }: ProjectContext, address: string): void {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const literal = /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host
  if (isIP(literal) && !createAddressFilter(config.reachableNetworks)(literal))
    throw invalid('base_url', 'Local URLs are not allowed.')
}

const ruleStates = ['branch_state_id', 'opened_state_id', 'merged_state_id'] as const

async function refuseUnknownStates(
  { em, project }: ProjectContext,
  rules: Partial<GitStateRules>,
): Promise<void> {
  const named = ruleStates.filter((name) => rules[name] !== undefined && rules[name] !== null)
  if (named.length === 0) return
  const ids = named.flatMap((name) => rules[name] ?? [])
  const states = await em.find(StateEntity, {
    ...{ id: { $in: ids }, project_id: project.id, deleted_at: null },
    group: { $ne: 'triage' },
  })
  const unknown = named.find((name) => !states.some(({ id }) => id === rules[name]))
  if (unknown !== undefined)
    throw invalid(`state_rules.${unknown}`, 'State is not valid please pass a valid state_id')
}

/**
 * Returns the default rules of a new connection. An item is started when its branch is created, enters review
 * with its pull request, and is completed when the pull request is merged.
 */
async function usualRules({ em, project }: ProjectContext): Promise<GitStateRules> {
  const states = await em.find(
    StateEntity,
    { project_id: project.id, deleted_at: null },
    { orderBy: { sequence: 'asc', id: 'asc' } },
  )
  const started = states.filter(({ group }) => group === 'started')
  const review = started.find(({ name }) => /review/i.test(name)) ?? null
  return {
    branch_state_id: (started.find((state) => state !== review) ?? review)?.id ?? null,
    opened_state_id: (review ?? started[0])?.id ?? null,
    merged_state_id: states.find(({ group }) => group === 'completed')?.id ?? null,
    returns_when_closed: true,
  }
}
