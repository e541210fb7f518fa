import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { Term } from '#common/personal/search/analysis.ts'
import type { FoundClass, FoundKind } from '#common/personal/search/kinds.ts'
import { query } from '../../platform/db/orm.ts'
import { tsqueryOf } from './lexeme.ts'

type Condition = RawBuilder<boolean>

/** What was found, without what it is called. */
export interface Hit {
  kind: FoundKind
  id: string
  place: string
  /** 2: its title has all words. 1: its text has them. */
  rank: number
  /** As the index has it, by which hits of one rank are in order. */
  at: string
}

export interface LookupQuery {
  workspace_id: string
  class: FoundClass
  terms: readonly Term[]
  /** What must hold of the columns of `search_entries`, as `e`. */
  where: Condition
  /** The one project that is looked in, where it is one. */
  place?: string | undefined
  /** The last hit of the page before. */
  after: Pick<Hit, 'rank' | 'at' | 'id'> | null
  limit: number
  /** Of what is neither an item nor said of one: at most so many of each kind, whatever the limit. */
  ofEachKind?: number
  /** Texts are not looked at. */
  titlesAlone?: true
}

/** The best hits in order: those by title first, then those by text, each the newest first. */
export async function lookUp(em: EntityManager, wanted: LookupQuery): Promise<Hit[]> {
  const { terms, class: cls, workspace_id, after, limit } = wanted
  if (terms.length === 0) return after?.rank === 1 ? [] : newest(em, wanted)
  const words = tsqueryOf(workspace_id, cls, terms)
  const byTitle = sql<boolean>`e.title_words @@ ${words}::tsquery`
  const byText = sql<boolean>`(e.all_words @@ ${words}::tsquery and not ${byTitle})`
  if (cls === 'other') return fewHits(em, wanted, byTitle, byText)
  const titles =
    after?.rank === 1 || cls === 'comment' ? [] : await best(em, wanted, { rank: 2, match: byTitle })
  if (wanted.titlesAlone || titles.length >= limit) return titles
  const texts = await best(em, { ...wanted, limit: limit - titles.length }, { rank: 1, match: byText })
  return [...titles, ...texts]
}

/** Of what is neither an item nor said of one there are never that many: all that match, in order. */
async function fewHits(
  em: EntityManager,
  wanted: LookupQuery,
  byTitle: Condition,
  byText: Condition,
): Promise<Hit[]> {
  const { titlesAlone, ofEachKind, limit } = wanted
  const match = titlesAlone ? byTitle : sql<boolean>`(${byTitle} or ${byText})`
  const ranked = sql`(${byTitle})::int + 1`
  const atMost = ofEachKind === undefined ? sql`true` : sql`nth <= ${ofEachKind}`
  const { rows } = await sql<Hit>`
    with matching as materialized (
      select ${columns}, e.updated_at, ${ranked} as rank from search_entries e
      where ${placed(wanted)} and ${wanted.where} and ${match}
    ),
    numbered as (
      select e.*, row_number() over (partition by kind order by rank desc, updated_at desc, id desc) as nth
      from matching e where ${afterAny(wanted)}
    )
    select kind, id, place, at, rank from numbered where ${atMost}
    order by rank desc, updated_at desc, id desc ${ofEachKind === undefined ? sql`limit ${limit}` : sql``}`.execute(
    query(em),
  )
  return rows
}

function afterAny({ after: last }: LookupQuery): Condition {
  if (last === null) return sql<boolean>`true`
  return sql<boolean>`(e.rank, e.updated_at, e.id) < (${last.rank}::int, ${last.at}::timestamptz, ${last.id}::uuid)`
}

/** Without words everything is meant. */
function newest(em: EntityManager, wanted: LookupQuery): Promise<Hit[]> {
  return rowsOf(em, wanted, 2, sql`select ${columns} from search_entries e where ${base(wanted, 2)}`)
}

interface Stage {
  rank: 1 | 2
  match: Condition
}

/**
 * What is common stands among the newest, which an index has in order; all hits of a rare word are fetched from the index of words. Which of
 * both a word is shows among the newest: one that is in two of four hundred titles is common enough to be found on the way. What
 * that does not settle is tried with a bound first, since either way without one costs a hundred times the other. Words of texts are
 * kept apart from the rows, so there the index is asked first.
 */
async function best(em: EntityManager, wanted: LookupQuery, stage: Stage): Promise<Hit[]> {
  const first = stage.rank === 2 ? await amongNewest(em, wanted, stage, 400) : []
  if (first.length === wanted.limit) return first
  const isCommon = first.length > 1
  return (
    (isCommon ? await filled(em, wanted, stage, 20_000) : null) ??
    (await boundedHits(em, wanted, stage, 3_000)) ??
    (isCommon ? null : await filled(em, wanted, stage, 20_000)) ??
    (await filled(em, wanted, stage, 100_000)) ??
    (await everyHit(em, wanted, stage))
  )
}

/** Looks through so many of the newest; null when these are not enough. */
async function filled(
  em: EntityManager,
  wanted: LookupQuery,
  stage: Stage,
  among: number,
): Promise<Hit[] | null> {
  const hits = await amongNewest(em, wanted, stage, among)
  return hits.length === wanted.limit ? hits : null
}

function amongNewest(
  em: EntityManager,
  wanted: LookupQuery,
  { rank, match }: Stage,
  among: number,
): Promise<Hit[]> {
  return rowsOf(
    em,
    wanted,
    rank,
    sql`select ${columns} from (
      select * from search_entries e where ${placed(wanted)} and ${after(wanted, rank)} ${inOrder} limit ${among}
    ) e where ${match} and ${wanted.where}`,
  )
}

/** Takes all that match, then the newest of them; null when they are more than `most`. */
async function boundedHits(
  em: EntityManager,
  wanted: LookupQuery,
  { rank, match }: Stage,
  most: number,
): Promise<Hit[] | null> {
  const { rows } = await sql<Omit<Hit, 'rank'> & { all: number }>`
    with matching as materialized (
      select ${columns} from search_entries e where ${base(wanted, rank)} and ${match} limit ${most}
    )
    select kind, id, place, at, (select count(*)::int from matching) as all from matching
    order by at desc, id desc limit ${wanted.limit}`.execute(query(em))
  if (rows[0]?.all === most) return null
  return rows.map(({ all: _, ...hit }) => ({ ...hit, rank }))
}

function everyHit(em: EntityManager, wanted: LookupQuery, { rank, match }: Stage): Promise<Hit[]> {
  // A materialized one is taken from the index of words, as no order asks for another.
  return rowsOf(
    em,
    wanted,
    rank,
    sql`select * from (with matching as materialized (
      select ${columns}, e.updated_at from search_entries e where ${base(wanted, rank)} and ${match}
    ) select * from matching) e`,
  )
}

async function rowsOf(
  em: EntityManager,
  wanted: LookupQuery,
  rank: number,
  from: RawBuilder<unknown>,
): Promise<Hit[]> {
  const { rows } = await sql<Omit<Hit, 'rank'>>`${from} ${inOrder} limit ${wanted.limit}`.execute(query(em))
  return rows.map(({ kind, id, place, at }) => ({ kind, id, place, at, rank }))
}

/** To the microsecond, and in a form that sorts as it is. */
const columns = sql`e.kind, e.id, e.place, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
const inOrder = sql`order by e.updated_at desc, e.id desc`

function base(wanted: LookupQuery, rank: number): Condition {
  return sql<boolean>`${placed(wanted)} and ${after(wanted, rank)} and ${wanted.where}`
}

function placed({ workspace_id, class: cls, place }: LookupQuery): Condition {
  const inPlace = place === undefined ? sql`` : sql` and e.place = ${place}::uuid`
  return sql<boolean>`e.workspace_id = ${workspace_id}::uuid and e.class = ${sql.lit(cls)}${inPlace}`
}

function after({ after: last }: LookupQuery, rank: number): Condition {
  if (last === null || last.rank !== rank) return sql<boolean>`true`
  return sql<boolean>`(e.updated_at, e.id) < (${last.at}::timestamptz, ${last.id}::uuid)`
}
