import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type GroupKey, groupColumns, isMultiValued, noneGroup } from '#common/listing/keys.ts'
import { stateGroups } from '#common/states/schema.ts'
import { priorities } from '#common/work-items/priorities.ts'
import { query } from '../db/orm.ts'
import type { Where } from './order.ts'

/** An item as often as it is in groups, with the value by which it is in each; null is the group `None`. */
export function takenApart(
  where: RawBuilder<boolean>,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): RawBuilder<unknown> {
  const top = sql`(select work_items.*, ${groupValue(group_by)} as top_value from work_items where ${where}) work_items`
  if (sub_group_by === null) return sql`(select work_items.*, null as sub_value from ${top}) work_items`
  return sql`(select work_items.*, ${groupValue(sub_group_by)} as sub_value from ${top}) work_items`
}

/** Taken apart in the list of columns: as a join it costs PostgreSQL three times as much. */
function groupValue(key: GroupKey): RawBuilder<string | null> {
  const column = sql.ref<string | null>(`work_items.${groupColumns[key]}`)
  if (!isMultiValued(key)) return column
  return sql`unnest(case when ${column} = '{}' then array[null]::uuid[] else ${column} end)`
}

/** Keys that an index leads to group by group; their values are never missing. */
export function isIndexed(key: GroupKey): key is 'state_id' | 'project_id' {
  return key === 'state_id' || key === 'project_id'
}

/** Values of a key that are known beforehand, in their order; groups that only rows know of come after them. */
export async function knownGroups(
  em: EntityManager,
  { project_ids }: Where,
  key: GroupKey,
): Promise<string[]> {
  switch (key) {
    case 'priority':
      return [...priorities]
    case 'state__group':
      return stateGroups.filter((group) => group !== 'triage')
    case 'project_id':
      return [...project_ids]
    case 'cycle_id':
      return [noneGroup]
    case 'state_id':
      return project_ids.length === 0 ? [] : knownStates(em, project_ids)
    case 'created_by':
      return project_ids.length === 0 ? [] : knownMembers(em, project_ids)
    default:
      return []
  }
}

async function knownStates(em: EntityManager, project_ids: readonly string[]): Promise<string[]> {
  const states = await query(em)
    .selectFrom('states')
    .select('id')
    .where('project_id', 'in', project_ids)
    .where('deleted_at', 'is', null)
    .where('group', '<>', 'triage')
    .orderBy('project_id')
    .orderBy('sequence')
    .execute()
  return states.map((state) => state.id)
}

async function knownMembers(em: EntityManager, project_ids: readonly string[]): Promise<string[]> {
  const members = await query(em)
    .selectFrom('project_members')
    .select('member_id')
    .distinct()
    .where('project_id', 'in', project_ids)
    .where('is_active', '=', true)
    .orderBy('member_id')
    .execute()
  return members.map((member) => member.member_id)
}
