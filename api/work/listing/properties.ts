import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ListingCondition } from '#common/work/listing/condition.ts'
import { type GroupKey, noValueGroupName } from '#common/work/listing/keys.ts'
import {
  findPropertyName,
  type PropertyName,
  type ReferencedRowKind,
} from '#common/work/listing/properties.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { currentAndFormerMembers, loadProjectMemberIds } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'
import { conditionToSql } from './condition.ts'

/** The scope of a listing: its workspace and projects. */
export interface ListingScope {
  workspace_id: string
  project_ids: readonly string[]
  /** Condition for the items of these projects that the caller can see. */
  access: ListingCondition
}

interface Named {
  id: string
  name: string | number
}

/**
 * Functions that read the values or names of a property from the database. `common/work/listing/properties.ts`
 * defines the property itself.
 */
interface DatabaseAddition {
  /** Returns all values for which a group is shown, in order, even if no item has them. */
  values?: (em: EntityManager, where: ListingScope) => Promise<string[]>
  /** Returns the names of the referenced rows, if the list can be sorted by these names. */
  names?: (em: EntityManager, where: ListingScope) => Promise<Named[]>
}

/** The properties for which values or names are read from the database. */
const databaseAdditions: Partial<Record<PropertyName, DatabaseAddition>> = {
  state: { values: stateIds, names: (em, where) => namesIn(em, where, 'states') },
  state_group: { values: async () => stateGroups.filter((group) => group !== 'triage') },
  priority: { values: async () => [...priorities] },
  assignees: { names: namesOfPeople },
  labels: { names: (em, where) => namesIn(em, where, 'labels') },
  created_by: { values: (em, { project_ids }) => loadProjectMemberIds(em, project_ids) },
  project: { values: async (_, { project_ids }) => [...project_ids], names: namesOfProjects },
  estimate: { values: estimatePointIds, names: keysOfEstimatePoints },
  epic: { values: epicIds, names: namesOfEpics },
  cycle: { values: cycleIds, names: (em, where) => namesIn(em, where, 'cycles') },
  modules: { names: (em, where) => namesIn(em, where, 'modules') },
}

/**
 * Returns the values that have a group even if no item has this value. Groups of all other values come after
 * these groups.
 */
export async function loadGroupValues(
  em: EntityManager,
  where: ListingScope,
  key: GroupKey,
): Promise<string[]> {
  const name = findPropertyName(({ group }) => group?.key === key)
  return (name && databaseAdditions[name]?.values?.(em, where)) ?? []
}

/**
 * Returns the names by which items are sorted: the names of rows of the given kind, such as states or labels. An item
 * that refers to none of these rows is sorted as if it had no value.
 */
export async function loadSortNames(
  em: EntityManager,
  where: ListingScope,
  kind: ReferencedRowKind,
): Promise<Named[]> {
  const name = findPropertyName(({ order }) => order?.names === kind)
  return (name && databaseAdditions[name]?.names?.(em, where)) ?? []
}

async function stateIds(em: EntityManager, { project_ids }: ListingScope): Promise<string[]> {
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

/**
 * Returns the ids of the cycles in manual order, followed by the group of items without a cycle. Archived
 * cycles are left out, so they get a group only if they contain items.
 */
async function cycleIds(em: EntityManager, { project_ids }: ListingScope): Promise<string[]> {
  if (project_ids.length === 0) return [noValueGroupName]
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
  return [...cycles.map((cycle) => cycle.id), noValueGroupName]
}

/**
 * Returns the ids of the epics that are not archived, in manual order, followed by the group of items without
 * an epic.
 */
async function epicIds(em: EntityManager, where: ListingScope): Promise<string[]> {
  const epics = await epicsIn(em, where)
    .where('archived_at', 'is', null)
    .orderBy('project_id')
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return [...epics.map((epic) => epic.id), noValueGroupName]
}

function namesOfEpics(em: EntityManager, where: ListingScope): Promise<Named[]> {
  return epicsIn(em, where).execute()
}

function epicsIn(em: EntityManager, { project_ids, access }: ListingScope) {
  return query(em)
    .selectFrom('work_items')
    .select(['id', 'name'])
    .where(sql<boolean>`project_id = any(${project_ids}::uuid[]) and is_epic and deleted_at is null
      and ${conditionToSql(access)}`)
}

/**
 * Returns the ids of the values of the active estimates, in order, followed by the group of items without an
 * estimate.
 */
async function estimatePointIds(em: EntityManager, where: ListingScope): Promise<string[]> {
  const points = await keysOfEstimatePoints(em, where)
  return [...points.map((point) => point.id), noValueGroupName]
}

/** Returns the estimate values with their key as the name, because they are sorted by key. */
async function keysOfEstimatePoints(em: EntityManager, { project_ids }: ListingScope): Promise<Named[]> {
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
  { project_ids }: ListingScope,
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

async function namesOfProjects(em: EntityManager, { project_ids }: ListingScope): Promise<Named[]> {
  if (project_ids.length === 0) return []
  return query(em).selectFrom('projects').select(['id', 'name']).where('id', 'in', project_ids).execute()
}

async function namesOfPeople(em: EntityManager, { workspace_id }: ListingScope): Promise<Named[]> {
  const people = await currentAndFormerMembers(em, workspace_id).execute()
  return people.map(({ id, first_name, display_name }) => ({ id, name: first_name || display_name }))
}
