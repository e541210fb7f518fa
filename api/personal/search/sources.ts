import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { maxIndexedLength } from '#common/personal/search/analysis.ts'
import type { SearchResultKind } from '#common/personal/search/kinds.ts'
import { selectWorkspaceMemberIds } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'

/** Tables whose rows the search can find. */
export const searchSources = [
  'projects',
  'users',
  'cycles',
  'modules',
  'views',
  'pages',
  'work_items',
  'work_item_comments',
  'teamspaces',
] as const
export type SearchSource = (typeof searchSources)[number]

/** The current data of a row that the search can find, in one project or workspace. */
export interface SearchSourceRow {
  id: string
  /** Id of the project that contains the row, or of the workspace. */
  place: string
  kind: SearchResultKind
  /** User who can see a private row. For a comment, this is the creator of its work item. */
  owner_id: string | null
  /** User who created the row. */
  author_id: string | null
  is_private: boolean
  updated_at: Date
  title: string
  text: string
}

/** Returns the current data of the rows that the search may find. Rows in the trash and drafts are omitted. */
export async function loadSearchSourceRows(
  em: EntityManager,
  workspaceId: string,
  source: SearchSource,
  ids: readonly string[],
): Promise<SearchSourceRow[]> {
  const { rows } =
    await sql<SearchSourceRow>`${selectOf[source](workspaceId, em)} and t.id = any(${ids}::uuid[])`.execute(
      query(em),
    )
  return rows
}

/**
 * Returns the next row ids of a workspace in ascending order, starting after the id `after`. The caller uses them to
 * index all rows in batches.
 */
export async function findNextIdsToIndex(
  em: EntityManager,
  workspaceId: string,
  source: SearchSource,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from (${selectOf[source](workspaceId, em)} and t.id > ${after}) t order by t.id limit ${limit}`.execute(
    query(em),
  )
  return [...new Set(rows.map(({ id }) => id))]
}

/** SQL for the text to index. Only the beginning of a very long text is indexed. */
const indexedText = (column: string) => sql.raw(`left(${column}, ${maxIndexedLength}) as text`)

const selectOf: Record<SearchSource, (workspaceId: string, em: EntityManager) => RawBuilder<unknown>> = {
  projects: (workspace) => sql`
    select t.id, t.id as place, 'project' as kind, null::uuid as owner_id, t.created_by as author_id, false as is_private,
      t.updated_at, t.name || ' ' || t.identifier as title, ${indexedText('t.description')}
    from projects t where t.workspace_id = ${workspace}::uuid and t.deleted_at is null and t.archived_at is null`,
  teamspaces: (workspace) => sql`
    select t.id, t.workspace_id as place, 'teamspace' as kind, null::uuid as owner_id, t.created_by as author_id,
      t.access = 0 as is_private, t.updated_at, t.name as title, ${indexedText('t.description')}
    from teamspaces t where t.workspace_id = ${workspace}::uuid and t.deleted_at is null`,
  users: (workspace, em) => sql`
    select t.id, ${workspace}::uuid as place, 'person' as kind, null::uuid as owner_id, t.id as author_id, false as is_private,
      t.updated_at, concat_ws(' ', t.display_name, t.first_name, t.last_name) as title, '' as text
    from users t where t.id in (${selectWorkspaceMemberIds(em, workspace)}) and t.is_active and (not t.is_bot or t.is_service_account)`,
  cycles: (workspace) => selectCycleOrModule('cycle', workspace),
  modules: (workspace) => selectCycleOrModule('module', workspace),
  views: (workspace) => sql`
    select t.id, coalesce(t.project_id, t.workspace_id) as place, 'view' as kind, t.owned_by as owner_id, t.created_by as author_id,
      t.access = 0 as is_private, t.updated_at, t.name as title, ${indexedText('t.description')}
    from views t where t.workspace_id = ${workspace}::uuid and t.deleted_at is null and t.teamspace_id is null`,
  pages: (workspace) => sql`
    select t.id, unnest(case t.project_ids when '{}' then array[t.workspace_id] else t.project_ids end) as place, 'page' as kind, t.owned_by as owner_id, t.created_by as author_id,
      t.access = 1 as is_private, t.updated_at, t.name as title, ${indexedText('t.description_stripped')}
    from pages t where t.workspace_id = ${workspace}::uuid and t.deleted_at is null and t.archived_at is null`,
  work_items: (workspace) => sql`
    select t.id, t.project_id as place,
      case when t.state__group = 'triage' then 'intake' when t.is_epic then 'epic' else 'issue' end as kind,
      t.created_by as owner_id, t.created_by as author_id, false as is_private, t.updated_at, t.name as title,
      ${indexedText('t.description_stripped')}
    from work_items t where t.workspace_id = ${workspace}::uuid and ${isSearchableItemSql('t')}`,
  work_item_comments: (workspace) => sql`
    select t.id, t.project_id as place, 'comment' as kind, i.created_by as owner_id, t.actor as author_id, false as is_private,
      t.updated_at, '' as title, ${indexedText('t.comment_stripped')}
    from work_item_comments t join work_items i on i.id = t.issue_id
    where t.workspace_id = ${workspace}::uuid and t.removed_at is null and ${isSearchableItemSql('i')}`,
}

function selectCycleOrModule(kind: 'cycle' | 'module', workspace: string) {
  return sql`
    select t.id, t.project_id as place, ${sql.lit(kind)} as kind, null::uuid as owner_id, t.created_by as author_id, false as is_private,
      t.updated_at, t.name as title, ${indexedText('t.description')}
    from ${sql.table(`${kind}s`)} t
    where t.workspace_id = ${workspace}::uuid and t.deleted_at is null and t.archived_at is null`
}

/**
 * SQL condition for items that the search can find. Deleted items and drafts are excluded. Archived items are found
 * and marked as archived.
 */
export function isSearchableItemSql(item: string): RawBuilder<boolean> {
  return sql.raw(`${item}.deleted_at is null and not ${item}.is_draft`)
}
