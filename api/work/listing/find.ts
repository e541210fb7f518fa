import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { allConditions, oneOfValuesCondition } from '#common/work/listing/condition.ts'
import { likePatternContaining } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { conditionToSql } from './condition.ts'
import type { ItemAccessScope } from './listable.ts'

export interface FindItemsQuery {
  listable: ItemAccessScope
  /**
   * Part of a title or of a project identifier, or numbers of work items. An empty text matches all items.
   */
  text: string
  limit: number
  /** Additional conditions on columns of `work_items`. */
  rules?: RawBuilder<boolean>[]
}

const largestNumber = 2_147_483_647

/**
 * Finds the newest matching items, without archived and deleted items, drafts and items in triage. Common
 * words are found by scanning the newest items in index order. Rare words are found with the trigram index on
 * names. PostgreSQL's estimate decides which method runs first, but it is often wrong, so each attempt has a
 * limit.
 */
export async function findItemIds(em: EntityManager, wanted: FindItemsQuery): Promise<string[]> {
  const match = await matchersFor(em, wanted)
  const { ids, isAll } = await searchNewest(em, wanted, match, 400)
  if (isAll) return ids
  const isCommon = ids.length * 25 >= wanted.limit || (await estimateHits(em, wanted, match)) > 3_000
  return (
    (isCommon ? await scanNewest(em, wanted, match, 20_000) : null) ??
    (await searchByName(em, wanted, match, 3_000)) ??
    (await scanNewest(em, wanted, match, 100_000)) ??
    (await searchByName(em, wanted, match, null)) ??
    []
  )
}

/** Returns the number of matching names that PostgreSQL estimates from its statistics. */
async function estimateHits(em: EntityManager, wanted: FindItemsQuery, match: Match): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from work_items where ${inScope(wanted)} and ${match.name}`.execute(
    query(em),
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** Searches the newest `among` items. `isAll` is true if no other items can match. */
async function searchNewest(
  em: EntityManager,
  wanted: FindItemsQuery,
  match: Match,
  among: number,
): Promise<{ ids: string[]; isAll: boolean }> {
  const { rows } = await sql<{ ids: string[]; seen: number }>`
    with recent as materialized (
      select id, name, sequence_id, project_id from work_items where ${inScope(wanted)} ${inOrder} limit ${among}
    )
    select array(select id from recent where ${match.any} limit ${wanted.limit}) as ids,
      (select count(*)::int from recent) as seen`.execute(query(em))
  const { ids = [], seen = 0 } = rows[0] ?? {}
  return { ids, isAll: ids.length === wanted.limit || seen < among }
}

interface Match {
  /** Condition on the name, which uses the trigram index if possible. */
  name: RawBuilder<boolean>
  /** Condition on the number of the item. Is null if the text contains no number. */
  numbered: RawBuilder<boolean> | null
  /** Condition on the project identifier. Is null if no project matches. */
  lettered: RawBuilder<boolean> | null
  any: RawBuilder<boolean>
}

/**
 * Returns whether the trigram index helps, which requires three Latin letters or digits in a row. Otherwise
 * PostgreSQL would read the whole index, which is slower than reading the table.
 */
function hasIndexed(words: string): boolean {
  return /[a-z0-9]{3}/i.test(words)
}

async function matchersFor(em: EntityManager, { listable, text }: FindItemsQuery): Promise<Match> {
  const words = text.trim()
  const like = likePatternContaining(words)
  const numbers = [...words.matchAll(/\d+/g)].map(Number).filter((number) => number <= largestNumber)
  const projects = await query(em)
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', listable.workspace_id)
    .where('identifier', 'ilike', like)
    .execute()
  const letters = projects.map((project) => project.id).filter((id) => listable.project_ids.includes(id))
  const named = (name: RawBuilder<unknown>) => sql<boolean>`${name} ilike ${like}`
  const numbered = numbers.length > 0 ? sql<boolean>`sequence_id = any(${numbers}::int[])` : null
  const lettered = letters.length > 0 ? sql<boolean>`project_id = any(${letters}::uuid[])` : null
  const parts = [named(sql`name`), numbered, lettered].filter((part) => part !== null)
  const any = words === '' ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` or `)})`
  return { name: hasIndexed(words) ? named(sql`name`) : named(sql`(name || '')`), numbered, lettered, any }
}

/** Searches the newest `among` items. Returns null if it finds fewer than `limit` items. */
async function scanNewest(
  em: EntityManager,
  wanted: FindItemsQuery,
  match: Match,
  among: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, name, sequence_id, project_id from work_items where ${inScope(wanted)} ${inOrder} limit ${among}
    ) as recent where ${match.any} limit ${wanted.limit}`.execute(query(em))
  return rows.length === wanted.limit ? rows.map((row) => row.id) : null
}

/**
 * Loads all items whose name matches and returns the newest ones. Returns null if more than `most` items
 * match.
 */
async function searchByName(
  em: EntityManager,
  wanted: FindItemsQuery,
  match: Match,
  most: number | null,
): Promise<string[] | null> {
  const { limit } = wanted
  const others = sql`select id, created_at from work_items where ${inScope(wanted)}`
  const found = [
    sql`select id, created_at from named`,
    match.numbered && sql`${others} and ${match.numbered}`,
    match.lettered && sql`(${others} and ${match.lettered} ${inOrder} limit ${limit})`,
  ].filter((part) => part !== null)
  const { rows } = await sql<{ ids: string[]; hits: number }>`
    with named as materialized (
      select id, created_at from work_items where ${inScope(wanted)} and ${match.name} limit ${most}
    ),
    found as (${sql.join(found, sql` union `)})
    select array(select id from found ${inOrder} limit ${limit}) as ids,
      (select count(*)::int from named) as hits`.execute(query(em))
  const { ids = [], hits = 0 } = rows[0] ?? {}
  return hits === most ? null : ids
}

const inOrder = sql`order by created_at desc, id desc`

function inScope({ listable, rules = [] }: FindItemsQuery): RawBuilder<boolean> {
  const within = conditionToSql(
    allConditions(oneOfValuesCondition('project_id', listable.project_ids), listable.access),
  )
  const conditions = [
    sql`workspace_id = ${listable.workspace_id}::uuid and deleted_at is null and archived_at is null and not is_draft`,
    sql`state__group <> 'triage'`,
    within,
    ...rules,
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}
