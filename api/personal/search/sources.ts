import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { analysedLength } from '#common/personal/search/analysis.ts'
import type { FoundKind } from '#common/personal/search/kinds.ts'
import { peopleOfWorkspace } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'

/** Where what is found comes from: tables by name. */
export const sources = [
  'projects',
  'users',
  'cycles',
  'modules',
  'views',
  'pages',
  'work_items',
  'work_item_comments',
] as const
export type Source = (typeof sources)[number]

/** One thing as it is now, at one place. */
export interface SourceRow {
  id: string
  /** The project that it is found in, or the workspace. */
  place: string
  kind: FoundKind
  /** Whose it is, where not everybody sees it; of a comment, whose its work item is. */
  owner_id: string | null
  /** Who made it. */
  author_id: string | null
  is_private: boolean
  updated_at: Date
  title: string
  text: string
}

/** Of these rows those that are found, as they are now. */
export async function readSource(
  em: EntityManager,
  workspaceId: string,
  source: Source,
  ids: readonly string[],
): Promise<SourceRow[]> {
  const { rows } =
    await sql<SourceRow>`${reading[source](workspaceId, em)} and t.id = any(${ids}::uuid[])`.execute(
      query(em),
    )
  return rows
}

/** Ids of the next rows of a workspace in order, to index all of them. */
export async function nextIds(
  em: EntityManager,
  workspaceId: string,
  source: Source,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from (${reading[source](workspaceId, em)} and t.id > ${after}) t order by t.id limit ${limit}`.execute(
    query(em),
  )
  return [...new Set(rows.map(({ id }) => id))]
}

/** What somebody pastes whole is found by its beginning. */
const start = (column: string) => sql.raw(`left(${column}, ${analysedLength}) as text`)

const reading: Record<Source, (workspaceId: string, em: EntityManager) => RawBuilder<unknown>> = {
  projects: (workspace) => sql`
    select t.id, t.id as place, 'project' as kind, null::uuid as owner_id, t.created_by as author_id, false as is_private,
      t.updated_at, t.name || ' ' || t.identifier as title, ${start('t.description')}
    from projects t where t.workspace_id = ${workspace}::uuid and t.deleted_at is null and t.archived_at is null`,
  users: (workspace, em) => sql`
    select t.id, ${workspace}::uuid as place, 'person' as kind, null::uuid as owner_id, t.id as author_id, false as is_private,
      t.updated_at, concat_ws(' ', t.display_name, t.first_name, t.last_name) as title, '' as text
    from users t where t.id in (${peopleOfWorkspace(em, workspace)}) and t.is_active and not t.is_bot`,
  cycles: (workspace) => planned('cycle', workspace),
  modules: (workspace) => planned('module', workspace),
  views: (workspace) => sql`
    select t.id, coalesce(t.project_id, t.workspace_id) as place, 'view' as kind, t.owned_by as owner_id, t.created_by as author_id,
      t.access = 0 as is_private, t.updated_at, t.name as title, ${start('t.description')}
    from views t where t.workspace_id = ${workspace}::uuid and t.deleted_at is null`,
  pages: (workspace) => sql`
    select t.id, unnest(case t.project_ids when '{}' then array[t.workspace_id] else t.project_ids end) as place, 'page' as kind, t.owned_by as owner_id, t.created_by as author_id,
      t.access = 1 as is_private, t.updated_at, t.name as title, ${start('t.description_stripped')}
    from pages t where t.workspace_id = ${workspace}::uuid and t.deleted_at is null and t.archived_at is null`,
  work_items: (workspace) => sql`
    select t.id, t.project_id as place,
      case when t.state__group = 'triage' then 'intake' when t.is_epic then 'epic' else 'issue' end as kind,
      t.created_by as owner_id, t.created_by as author_id, false as is_private, t.updated_at, t.name as title,
      ${start('t.description_stripped')}
    from work_items t where t.workspace_id = ${workspace}::uuid and ${isFindable('t')}`,
  work_item_comments: (workspace) => sql`
    select t.id, t.project_id as place, 'comment' as kind, i.created_by as owner_id, t.actor as author_id, false as is_private,
      t.updated_at, '' as title, ${start('t.comment_stripped')}
    from work_item_comments t join work_items i on i.id = t.issue_id
    where t.workspace_id = ${workspace}::uuid and t.removed_at is null and ${isFindable('i')}`,
}

function planned(kind: 'cycle' | 'module', workspace: string) {
  return sql`
    select t.id, t.project_id as place, ${sql.lit(kind)} as kind, null::uuid as owner_id, t.created_by as author_id, false as is_private,
      t.updated_at, t.name as title, ${start('t.description')}
    from ${sql.table(`${kind}s`)} t
    where t.workspace_id = ${workspace}::uuid and t.deleted_at is null and t.archived_at is null`
}

/** Not in the trash. Archived items are found, and marked. */
export function isFindable(item: string): RawBuilder<boolean> {
  return sql.raw(`${item}.deleted_at is null and not ${item}.is_draft`)
}
