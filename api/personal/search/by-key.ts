import { sql } from 'kysely'
import { parseItemKey, parseItemNumber } from '#common/personal/search/kinds.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { SearchHit } from './look-up-in-index.ts'
import type { SearchScope } from './scope.ts'
import { isSearchableItemSql } from './sources.ts'

/**
 * Finds visible work items by key or number, including keys from before the item was moved or the project
 * identifier was changed.
 */
export async function findItemsByKey(
  { em }: WorkspaceContext,
  scope: SearchScope,
  typed: string,
  limit: number,
): Promise<SearchHit[]> {
  const key = parseItemKey(typed)
  const number = key?.sequence_id ?? parseItemNumber(typed)
  if (number === null) return []
  const ids = (of: typeof scope.projects) => of.map(({ project_id }) => project_id)
  const projects = scope.projects.filter(({ identifier }) => key === null || identifier === key.identifier)
  const candidates = sql`(${ids(projects)}::uuid[] || array(
    select project_id from former_project_identifiers
    where workspace_id = ${scope.workspace_id} and identifier = ${key?.identifier ?? ''}
      and project_id = any(${ids(scope.projects)}::uuid[])))`
  const { rows } = await sql<Omit<SearchHit, 'rank'>>`
    select case when t.state__group = 'triage' then 'intake' when t.is_epic then 'epic' else 'issue' end as kind,
      t.id, t.project_id as place, '' as at
    from (
      select id from work_items where project_id = any(${candidates}) and sequence_id = ${number}
      union
      select work_item_id from former_work_item_keys
      where project_id = any(${candidates}) and sequence_id = ${number} and ${key !== null}
    ) k join work_items t on t.id = k.id
    where t.workspace_id = ${scope.workspace_id}::uuid and ${isSearchableItemSql('t')}
      and (t.project_id = any(${ids(scope.projects.filter(({ sees_all }) => sees_all))}::uuid[]) or t.created_by = ${scope.user_id}::uuid)
    order by t.updated_at desc, t.id desc limit ${limit}`.execute(query(em))
  return rows.map((row) => ({ ...row, rank: 3 }))
}
