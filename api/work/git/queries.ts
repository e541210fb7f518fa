import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { gitWebhookPath, maxListedGitDeliveries, maxListedGitSubjects } from '#common/work/git/rules.ts'
import {
  type GitConnection,
  type GitDelivery,
  type GitReferenceRow,
  gitConnection,
  gitDelivery,
  gitReferenceRow,
} from '#common/work/git/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'
import {
  GitConnectionEntity,
  type GitConnectionRow,
  GitDeliveryEntity,
  type GitDeliveryRow,
} from './entity.ts'
import { readGithubApp } from './github-app/app-settings.ts'

export async function listGitConnections(ctx: ProjectContext): Promise<GitConnection[]> {
  const rows = await ctx.em.find(
    GitConnectionEntity,
    { project_id: ctx.project.id },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  return Promise.all(rows.map((row) => presentGitConnection(ctx, row)))
}

/**
 * Loads a connection of the project. If `locked` is true, other transactions cannot change it until the
 * commit.
 */
export async function loadGitConnection(
  { em, project }: Pick<ProjectContext, 'em' | 'project'>,
  id: string,
  { locked = false } = {},
): Promise<GitConnectionRow> {
  if (locked) await lockGitConnection(em, id)
  const row = await em.findOne(GitConnectionEntity, { id, project_id: project.id })
  if (row === null) throw notFound('Repository not found')
  return row
}

/**
 * Locks the connection with `for no key update`, which allows concurrent inserts of deliveries that refer to
 * the connection.
 */
export async function lockGitConnection(em: EntityManager, id: string): Promise<void> {
  await query(em).selectFrom('git_connections').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function presentGitConnection(
  { em, config, settings }: Pick<ProjectContext, 'em' | 'config' | 'settings'>,
  row: GitConnectionRow,
): Promise<GitConnection> {
  const last = await query(em)
    .selectFrom('git_deliveries')
    .select('created_at')
    .where('connection_id', '=', row.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return presentRow(gitConnection, {
    ...row,
    has_token: row.sealed_token !== null,
    uses_app: row.installation_id !== null,
    app_problem: appProblemOf(settings, row),
    webhook_url: `${config.appUrl}${gitWebhookPath}${row.id}/`,
    last_event_at: last?.created_at ?? null,
  })
}

function appProblemOf(
  settings: ProjectContext['settings'],
  { installation_id, base_url, app_problem }: GitConnectionRow,
): GitConnection['app_problem'] {
  if (installation_id === null) return null
  return readGithubApp({ settings })?.host === base_url ? app_problem : 'unconfigured'
}

export async function listGitDeliveries(ctx: ProjectContext, connectionId: string): Promise<GitDelivery[]> {
  const { id } = await loadGitConnection(ctx, connectionId)
  const rows = await ctx.em.find(
    GitDeliveryEntity,
    { connection_id: id },
    // Do not load `facts`, which may contain megabytes in one delivery.
    {
      orderBy: { created_at: 'desc', id: 'desc' },
      limit: maxListedGitDeliveries,
      exclude: ['facts'],
    },
  )
  return presentGitDeliveries(ctx.em, rows)
}

/** Adds to each delivery whether it can be retried, and the names of the first references and issues in it. */
export async function presentGitDeliveries(
  em: EntityManager,
  rows: readonly Pick<GitDeliveryRow, 'id' | 'status'>[],
): Promise<GitDelivery[]> {
  const found = await query(em)
    .selectFrom('git_deliveries')
    .select(['id', sql<boolean>`jsonb_array_length(facts) > 0`.as('has_facts'), subjectsSql.as('subjects')])
    .where(sql<boolean>`id = any(${rows.map((row) => row.id)}::uuid[])`)
    .execute()
  const details = new Map(found.map((detail) => [detail.id, detail]))
  return rows.map((row) => {
    const { has_facts = false, subjects = [] } = details.get(row.id) ?? {}
    return presentRow(gitDelivery, { ...row, subjects, can_retry: row.status !== 'pending' && has_facts })
  })
}

/** Selects the names in the facts of a delivery: branches, short hashes of commits, and numbers such as `#12`. */
const subjectsSql = sql<string[]>`(
  select coalesce(jsonb_agg(subject order by at) filter (where subject is not null), '[]') from (
    select at, case fact->>'kind'
      when 'branch' then fact->>'key'
      when 'commit' then left(fact->>'key', 7)
      when 'pull_request' then '#' || (fact->>'key')
      when 'issue' then '#' || (fact->>'key')
      when 'issue_comment' then '#' || (fact->>'issue_key')
    end as subject
    from jsonb_array_elements(facts) with ordinality as entry(fact, at)
    where at <= ${maxListedGitSubjects}
  ) named
)`

export function canRetryGitDelivery({ status, facts }: Pick<GitDeliveryRow, 'status' | 'facts'>): boolean {
  return status !== 'pending' && facts.length > 0
}

export function listGitReferences(ctx: ProjectContext, issueId: string): Promise<GitReferenceRow[]> {
  return runInCurrentProjectOfItem(ctx, issueId, async (itemCtx) => {
    await loadWorkItem(itemCtx, issueId)
    const rows = await query(itemCtx.em)
      .selectFrom('git_references')
      .selectAll()
      .where('issue_id', '=', issueId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map((row) => presentRow(gitReferenceRow, row))
  })
}
