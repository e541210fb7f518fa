import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Condition } from '#common/work/listing/condition.ts'
import { type GroupKey, noneGroup } from '#common/work/listing/keys.ts'
import { type NamedKind, type PropertyName, propertyWhere } from '#common/work/listing/properties.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { peopleEverIn, peopleWhoJoined } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'
import { toSql } from './condition.ts'

/** Where a listing looks for items, and so for what they refer to. */
export interface Where {
  workspace_id: string
  project_ids: readonly string[]
  /** What of the items there the caller sees. */
  access: Condition
}

interface Named {
  id: string
  name: string | number
}

/** What the database adds to a property, besides the column that `common/work/listing/properties.ts` names. */
interface InDatabase {
  /** Values that are known beforehand, in their order: as groups they are there although nothing may be in them. */
  values?: (em: EntityManager, where: Where) => Promise<string[]>
  /** What the rows are called that it refers to, where items are put in order by that. */
  names?: (em: EntityManager, where: Where) => Promise<Named[]>
}

/** Those of which there is something to add. */
const inDatabase: Partial<Record<PropertyName, InDatabase>> = {
  state: { values: stateIds, names: (em, where) => namesIn(em, where, 'states') },
  state_group: { values: async () => stateGroups.filter((group) => group !== 'triage') },
  priority: { values: async () => [...priorities] },
  assignees: { names: namesOfPeople },
  labels: { names: (em, where) => namesIn(em, where, 'labels') },
  created_by: { values: (em, { project_ids }) => peopleWhoJoined(em, project_ids) },
  project: { values: async (_, { project_ids }) => [...project_ids] },
  estimate: { values: estimatePointIds, names: keysOfEstimatePoints },
  epic: { values: epicIds, names: namesOfEpics },
  cycle: { values: cycleIds, names: (em, where) => namesIn(em, where, 'cycles') },
  modules: { names: (em, where) => namesIn(em, where, 'modules') },
}

/** The groups of a key that are known beforehand; those that only rows know of come after them. */
export async function knownGroups(em: EntityManager, where: Where, key: GroupKey): Promise<string[]> {
  const name = propertyWhere(({ group }) => group?.key === key)
  return (name && inDatabase[name]?.values?.(em, where)) ?? []
}

/** What rows of a kind are called. Of those that no table names, nothing is known, and items are ordered as if they had none. */
export async function namesOf(em: EntityManager, where: Where, kind: NamedKind): Promise<Named[]> {
  const name = propertyWhere(({ order }) => order?.names === kind)
  return (name && inDatabase[name]?.names?.(em, where)) ?? []
}

async function stateIds(em: EntityManager, { project_ids }: Where): Promise<string[]> {
  if (project_ids.length === 0) return []
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

/** In the order in which people put them; those in the archive have a group where items are in them. */
async function cycleIds(em: EntityManager, { project_ids }: Where): Promise<string[]> {
  if (project_ids.length === 0) return [noneGroup]
  const cycles = await query(em)
    .selectFrom('cycles')
    .select('id')
    .where('project_id', 'in', project_ids)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .orderBy('project_id')
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return [...cycles.map((cycle) => cycle.id), noneGroup]
}

/** Those that are not in the archive, in the order in which people put them. */
async function epicIds(em: EntityManager, where: Where): Promise<string[]> {
  const epics = await epicsIn(em, where)
    .where('archived_at', 'is', null)
    .orderBy('project_id')
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return [...epics.map((epic) => epic.id), noneGroup]
}

function namesOfEpics(em: EntityManager, where: Where): Promise<Named[]> {
  return epicsIn(em, where).execute()
}

function epicsIn(em: EntityManager, { project_ids, access }: Where) {
  return query(em)
    .selectFrom('work_items')
    .select(['id', 'name'])
    .where(sql<boolean>`project_id = any(${project_ids}::uuid[]) and is_epic and deleted_at is null
      and ${toSql(access)}`)
}

/** Those of the estimates that items have values of, in their order. */
async function estimatePointIds(em: EntityManager, where: Where): Promise<string[]> {
  const points = await keysOfEstimatePoints(em, where)
  return [...points.map((point) => point.id), noneGroup]
}

/** Values stand in the order of their keys, whatever they are called. */
async function keysOfEstimatePoints(em: EntityManager, { project_ids }: Where): Promise<Named[]> {
  if (project_ids.length === 0) return []
  const points = await query(em)
    .selectFrom('estimate_points')
    .innerJoin('estimates', 'estimates.id', 'estimate_points.estimate_id')
    .select(['estimate_points.id', 'estimate_points.key as name'])
    .where('estimate_points.project_id', 'in', project_ids)
    .where('estimate_points.deleted_at', 'is', null)
    .where('estimates.last_used', '=', true)
    .orderBy('estimate_points.project_id')
    .orderBy('estimate_points.key')
    .execute()
  return points
}

async function namesIn(
  em: EntityManager,
  { project_ids }: Where,
  table: 'states' | 'labels' | 'cycles' | 'modules',
): Promise<Named[]> {
  if (project_ids.length === 0) return []
  return query(em)
    .selectFrom(table)
    .select(['id', 'name'])
    .where('project_id', 'in', project_ids)
    .where('deleted_at', 'is', null)
    .execute()
}

async function namesOfPeople(em: EntityManager, { workspace_id }: Where): Promise<Named[]> {
  const people = await peopleEverIn(em, workspace_id).execute()
  return people.map(({ id, first_name, display_name }) => ({ id, name: first_name || display_name }))
}
