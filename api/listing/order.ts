import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import {
  isNamed,
  type NamedKey,
  type NamedKind,
  namedKeys,
  type OrderKey,
  type PlainKey,
  priorityRank,
  type SortKey,
  splitOrder,
  stateGroupRank,
} from '#common/listing/keys.ts'
import { rankNames } from '#common/listing/order.ts'
import { query } from '../db/orm.ts'

export interface Where {
  workspace_id: string
  project_ids: readonly string[]
}

export interface Order {
  by: RawBuilder<unknown>
  /** Where it goes by what things are called. */
  names: Names | null
}

export interface Names {
  key: NamedKey
  descending: boolean
  /** The place of each thing's name among all of them; things of one name have one place. */
  ranks: Record<string, number>
}

export async function orderOf(em: EntityManager, where: Where, order: OrderKey): Promise<Order> {
  const { key, descending } = splitOrder(order)
  if (!isNamed(key)) return { by: directed(plain(key), key, descending), names: null }
  const names = { key, descending, ranks: await ranksOf(em, where, namedKeys[key].kind) }
  return { by: directed(byName(names), key, descending), names }
}

/**
 * Nulls last in either direction; ties by newest, then by id, so that pages never overlap. A column that is never null says nothing of
 * nulls: `desc nulls last` is an order that no index has.
 */
function directed(value: RawBuilder<unknown>, key: SortKey, descending: boolean): RawBuilder<unknown> {
  const nulls = canBeNull(key) ? sql` nulls last` : sql``
  const direction = sql`${descending ? sql`desc` : sql`asc`}${nulls}`
  const newest = key === 'created_at' ? sql`` : sql`work_items.created_at desc, `
  return sql`${value} ${direction}, ${newest}work_items.id desc`
}

function canBeNull(key: SortKey): boolean {
  return isNamed(key) || nullable.includes(key)
}

const nullable: readonly SortKey[] = ['completed_at', 'archived_at', 'start_date', 'target_date']

function plain(key: PlainKey): RawBuilder<unknown> {
  if (key === 'priority') return ranked('work_items.priority', priorityRank)
  if (key === 'state__group') return ranked('work_items.state__group', stateGroupRank)
  return sql.ref(`work_items.${key}`)
}

function ranked(column: string, ranks: Record<string, number>): RawBuilder<unknown> {
  const cases = Object.entries(ranks).map(([name, rank]) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/**
 * The names are few where the items are many: they are put in order here, and the items sorted by their places in it. Most items have
 * one person or label, who is looked up without the subquery that several take.
 */
function byName({ key, ranks }: Names): RawBuilder<unknown> {
  const column = sql.ref(`work_items.${namedKeys[key].column}`)
  const known = sql`${JSON.stringify(ranks)}::jsonb`
  const rankOf = (id: RawBuilder<unknown>) => sql`(${known} ->> ${id}::text)::int`
  if (!namedKeys[key].column.endsWith('_ids')) return rankOf(column)
  return sql`case cardinality(${column}) when 0 then null when 1 then ${rankOf(sql`${column}[1]`)}
    else (select min(${rankOf(sql`one`)}) from unnest(${column}) one) end`
}

async function ranksOf(em: EntityManager, where: Where, kind: NamedKind): Promise<Record<string, number>> {
  return rankNames(await namesOf(em, where, kind))
}

/** Of the things that no table names, nothing is known, and items are ordered as if they had none. */
async function namesOf(
  em: EntityManager,
  { workspace_id, project_ids }: Where,
  kind: NamedKind,
): Promise<{ id: string; name: string }[]> {
  if (kind === 'person') {
    const people = await query(em)
      .selectFrom('users')
      .innerJoin('workspace_members', 'workspace_members.member_id', 'users.id')
      .select(['users.id', 'users.first_name', 'users.display_name'])
      .where('workspace_members.workspace_id', '=', workspace_id)
      .execute()
    return people.map(({ id, first_name, display_name }) => ({ id, name: first_name || display_name }))
  }
  if (kind !== 'state' && kind !== 'label') return []
  if (project_ids.length === 0) return []
  return query(em)
    .selectFrom(kind === 'state' ? 'states' : 'labels')
    .select(['id', 'name'])
    .where('project_id', 'in', project_ids)
    .where('deleted_at', 'is', null)
    .execute()
}
