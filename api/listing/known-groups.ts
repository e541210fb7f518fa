import type { EntityManager } from '@mikro-orm/postgresql'
import { type GroupKey, noneGroup } from '#common/listing/keys.ts'
import { stateGroups } from '#common/states/schema.ts'
import { priorities } from '#common/work-items/priorities.ts'
import { query } from '../db/orm.ts'
import type { Where } from './order.ts'

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
