import type { EntityManager } from '@mikro-orm/postgresql'
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
  const former = key && (await formerProjectOf(em, scope.workspace_id, key.identifier))
  const candidates = scope.projects.filter(
    ({ identifier, project_id }) => key === null || identifier === key.identifier || project_id === former,
  )
  const ids = (of: typeof candidates) => of.map(({ project_id }) => project_id)
  if (candidates.length === 0) return []
  const { rows } = await sql<Omit<SearchHit, 'rank'>>`
    select case when t.state__group = 'triage' then 'intake' when t.is_epic then 'epic' else 'issue' end as kind,
      t.id, t.project_id as place, '' as at
    from (
      select id from work_items where project_id = any(${ids(candidates)}::uuid[]) and sequence_id = ${number}
      union
      select work_item_id from former_work_item_keys
      where project_id = any(${ids(candidates)}::uuid[]) and sequence_id = ${number} and ${key !== null}
    ) k join work_items t on t.id = k.id
    where t.workspace_id = ${scope.workspace_id}::uuid and ${isSearchableItemSql('t')}
      and (t.project_id = any(${ids(scope.projects.filter(({ sees_all }) => sees_all))}::uuid[]) or t.created_by = ${scope.user_id}::uuid)
    order by t.updated_at desc, t.id desc limit ${limit}`.execute(query(em))
  return rows.map((row) => ({ ...row, rank: 3 }))
}

/** Returns the project that had this identifier before. */
async function formerProjectOf(
  em: EntityManager,
  workspaceId: string,
  identifier: string,
): Promise<string | null> {
  const row = await query(em)
    .selectFrom('former_project_identifiers')
    .select('project_id')
    .where('workspace_id', '=', workspaceId)
    .where('identifier', '=', identifier)
    .executeTakeFirst()
  return row?.project_id ?? null
}
