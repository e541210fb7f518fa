import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { all, isIn } from '#common/work/listing/condition.ts'
import { containing } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { toSql } from './condition.ts'
import type { Listable } from './listable.ts'

export interface FindQuery {
  listable: Listable
  /** Part of a name or of a project's letters, or numbers of work items; empty for any. */
  text: string
  limit: number
  /** What else must hold, of the columns of `work_items`. */
  rules?: RawBuilder<boolean>[]
}

const largestNumber = 2_147_483_647

/**
 * Ids of the newest work items that are wanted. Never those that no list shows: in the trash, in the archive, drafts, triage.
 * What is common stands among the newest, which an index has in order; all hits of a rare word are fetched from the index of names.
 * Which of both a word is turns out on the way: PostgreSQL's guess says what to try first, and is wrong too often to try it without
 * a bound, at a hundred times the cost.
 */
export async function findItems(em: EntityManager, wanted: FindQuery): Promise<string[]> {
  const match = await matching(em, wanted)
  const { ids, isAll } = await findAmong(em, wanted, match, 400)
  if (isAll) return ids
  const isCommon = ids.length * 25 >= wanted.limit || (await guessedHits(em, wanted, match)) > 3_000
  return (
    (isCommon ? await findFrom(em, wanted, match, 20_000) : null) ??
    (await findAll(em, wanted, match, 3_000)) ??
    (await findFrom(em, wanted, match, 100_000)) ??
    (await findAll(em, wanted, match, null)) ??
    []
  )
}

/** How many names match by PostgreSQL's statistics, without reading any. */
async function guessedHits(em: EntityManager, wanted: FindQuery, match: Match): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from work_items where ${shown(wanted)} and ${match.name}`.execute(
    query(em),
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** Looks through so many of the newest, all of them. `isAll`: there is nothing further to look for. */
async function findAmong(
  em: EntityManager,
  wanted: FindQuery,
  match: Match,
  among: number,
): Promise<{ ids: string[]; isAll: boolean }> {
  const { rows } = await sql<{ ids: string[]; seen: number }>`
    with recent as materialized (
      select id, name, sequence_id, project_id from work_items where ${shown(wanted)} ${inOrder} limit ${among}
    )
    select array(select id from recent where ${match.any} limit ${wanted.limit}) as ids,
      (select count(*)::int from recent) as seen`.execute(query(em))
  const { ids = [], seen = 0 } = rows[0] ?? {}
  return { ids, isAll: ids.length === wanted.limit || seen < among }
}

interface Match {
  /** By the index of names where it can tell. */
  name: RawBuilder<boolean>
  /** By its number; null when the text has none. */
  numbered: RawBuilder<boolean> | null
  /** By its project's letters; null when no project has them. */
  lettered: RawBuilder<boolean> | null
  any: RawBuilder<boolean>
}

/** The index knows Latin letters and digits three by three. For others it would be read from end to end, which costs more than the table. */
function hasIndexed(words: string): boolean {
  return /[a-z0-9]{3}/i.test(words)
}

async function matching(em: EntityManager, { listable, text }: FindQuery): Promise<Match> {
  const words = text.trim()
  const like = containing(words)
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

/** Goes through so many of the newest until enough is found; null when it is not. */
async function findFrom(
  em: EntityManager,
  wanted: FindQuery,
  match: Match,
  among: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, name, sequence_id, project_id from work_items where ${shown(wanted)} ${inOrder} limit ${among}
    ) as recent where ${match.any} limit ${wanted.limit}`.execute(query(em))
  return rows.length === wanted.limit ? rows.map((row) => row.id) : null
}

/** Takes all names that match, then the newest of them; null when they are more than `most`. */
async function findAll(
  em: EntityManager,
  wanted: FindQuery,
  match: Match,
  most: number | null,
): Promise<string[] | null> {
  const { limit } = wanted
  const others = sql`select id, created_at from work_items where ${shown(wanted)}`
  const found = [
    sql`select id, created_at from named`,
    match.numbered && sql`${others} and ${match.numbered}`,
    match.lettered && sql`(${others} and ${match.lettered} ${inOrder} limit ${limit})`,
  ].filter((part) => part !== null)
  const { rows } = await sql<{ ids: string[]; hits: number }>`
    with named as materialized (
      select id, created_at from work_items where ${shown(wanted)} and ${match.name} limit ${most}
    ),
    found as (${sql.join(found, sql` union `)})
    select array(select id from found ${inOrder} limit ${limit}) as ids,
      (select count(*)::int from named) as hits`.execute(query(em))
  const { ids = [], hits = 0 } = rows[0] ?? {}
  return hits === most ? null : ids
}

const inOrder = sql`order by created_at desc, id desc`

function shown({ listable, rules = [] }: FindQuery): RawBuilder<boolean> {
  const within = toSql(all(isIn('project_id', listable.project_ids), listable.access))
  const conditions = [
    sql`workspace_id = ${listable.workspace_id}::uuid and deleted_at is null and archived_at is null and not is_draft`,
    sql`state__group <> 'triage'`,
    within,
    ...rules,
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}
