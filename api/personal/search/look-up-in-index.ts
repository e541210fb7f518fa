import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { SearchTerm } from '#common/personal/search/analysis.ts'
import type { SearchResultClass, SearchResultKind } from '#common/personal/search/kinds.ts'
import { query } from '../../platform/db/orm.ts'
import { buildTsquery } from './lexeme.ts'

type Condition = RawBuilder<boolean>

/** A search hit without its text. */
export interface SearchHit {
  kind: SearchResultKind
  id: string
  place: string
  /** The rank is 2 when the title contains all words, and 1 when only the text does. */
  rank: number
  /** Update time of the row in the index, which orders hits of equal rank. */
  at: string
}

export interface SearchIndexQuery {
  workspace_id: string
  class: SearchResultClass
  terms: readonly SearchTerm[]
  /** SQL condition on the columns of the table `search_entries`, whose alias is `e`. */
  where: Condition
  /** Id of the project when the search covers exactly one project. */
  place?: string | undefined
  /** Last hit of the previous page of results, after which this page starts. */
  after: Pick<SearchHit, 'rank' | 'at' | 'id'> | null
  limit: number
  /** Maximum number of hits of each kind in the class `other`, independent of the limit. */
  ofEachKind?: number
  /** If true, only titles are searched, and not texts. */
  titlesAlone?: true
}

/** Returns the best hits: title matches before text matches, each newest first. */
export async function lookUpInSearchIndex(em: EntityManager, wanted: SearchIndexQuery): Promise<SearchHit[]> {
  const { terms, class: cls, workspace_id, after: afterCursor, limit } = wanted
  if (terms.length === 0) return afterCursor?.rank === 1 ? [] : newest(em, wanted)
  const words = buildTsquery(workspace_id, cls, terms)
  const byTitle = sql<boolean>`e.title_words @@ ${words}::tsquery`
  const byText = sql<boolean>`(e.all_words @@ ${words}::tsquery and not ${byTitle})`
  if (cls === 'other') return allMatches(em, wanted, byTitle, byText)
  const titles =
    afterCursor?.rank === 1 || cls === 'comment'
      ? []
      : await bestHits(em, wanted, { rank: 2, match: byTitle })
  if (wanted.titlesAlone || titles.length >= limit) return titles
  const texts = await bestHits(em, { ...wanted, limit: limit - titles.length }, { rank: 1, match: byText })
  return [...titles, ...texts]
}

/** Loads and sorts all matches of the class `other`, because this class has few entries. */
async function allMatches(
  em: EntityManager,
  wanted: SearchIndexQuery,
  byTitle: Condition,
  byText: Condition,
): Promise<SearchHit[]> {
  const { titlesAlone, ofEachKind, limit } = wanted
  const match = titlesAlone ? byTitle : sql<boolean>`(${byTitle} or ${byText})`
  const ranked = sql`(${byTitle})::int + 1`
  const atMost = ofEachKind === undefined ? sql`true` : sql`nth <= ${ofEachKind}`
  const { rows } = await sql<SearchHit>`
    with matching as materialized (
      select ${columns}, e.updated_at, ${ranked} as rank from search_entries e
      where ${placeCondition(wanted)} and ${wanted.where} and ${match}
    ),
    numbered as (
      select e.*, row_number() over (partition by kind order by rank desc, updated_at desc, id desc) as nth
      from matching e where ${afterLastHit(wanted)}
    )
    select kind, id, place, at, rank from numbered where ${atMost}
    order by rank desc, updated_at desc, id desc ${ofEachKind === undefined ? sql`limit ${limit}` : sql``}`.execute(
    query(em),
  )
  return rows
}

function afterLastHit({ after: last }: SearchIndexQuery): Condition {
  if (last === null) return sql<boolean>`true`
  return sql<boolean>`(e.rank, e.updated_at, e.id) < (${last.rank}::int, ${last.at}::timestamptz, ${last.id}::uuid)`
}

/** Returns the newest entries for a search without words, because everything matches. */
function newest(em: EntityManager, wanted: SearchIndexQuery): Promise<SearchHit[]> {
  return rowsOf(em, wanted, 2, sql`select ${columns} from search_entries e where ${baseCondition(wanted, 2)}`)
}

interface Stage {
  rank: 1 | 2
  match: Condition
}

/**
 * Finds hits with two indexes. Scanning the newest entries in the index by time is fast for frequent words.
 * Loading all hits of a word from the word index is fast for rare words.
 *
 * The order of the attempts depends on how frequent the words are: more than one hit in the newest four
 * hundred titles means that they are frequent. Each attempt has a limit, because an unlimited query can be a
 * hundred times slower. Only the last attempt has no limit. Words of texts are stored outside the row, so
 * scanning texts is slow, and the word index is read first.
 */
async function bestHits(em: EntityManager, wanted: SearchIndexQuery, stage: Stage): Promise<SearchHit[]> {
  const first = stage.rank === 2 ? await searchNewest(em, wanted, stage, 400) : []
  if (first.length === wanted.limit) return first
  const isCommon = first.length > 1
  return (
    (isCommon ? await fromNewest(em, wanted, stage, 20_000) : null) ??
    (await boundedHits(em, wanted, stage, 3_000)) ??
    (isCommon ? null : await fromNewest(em, wanted, stage, 20_000)) ??
    (await fromNewest(em, wanted, stage, 100_000)) ??
    (await everyHit(em, wanted, stage))
  )
}

/** Scans the newest entries. Returns null when they contain too few hits. */
async function fromNewest(
  em: EntityManager,
  wanted: SearchIndexQuery,
  stage: Stage,
  scanned: number,
): Promise<SearchHit[] | null> {
  const hits = await searchNewest(em, wanted, stage, scanned)
  return hits.length === wanted.limit ? hits : null
}

function searchNewest(
  em: EntityManager,
  wanted: SearchIndexQuery,
  { rank, match }: Stage,
  scanned: number,
): Promise<SearchHit[]> {
  return rowsOf(
    em,
    wanted,
    rank,
    sql`select ${columns} from (
      select * from search_entries e where ${placeCondition(wanted)} and ${afterCursor(wanted, rank)} ${inOrder} limit ${scanned}
    ) e where ${match} and ${wanted.where}`,
  )
}

/** Loads all matches and returns the newest matches. Returns null when there are at least `most` matches. */
async function boundedHits(
  em: EntityManager,
  wanted: SearchIndexQuery,
  { rank, match }: Stage,
  most: number,
): Promise<SearchHit[] | null> {
  const { rows } = await sql<Omit<SearchHit, 'rank'> & { all: number }>`
    with matching as materialized (
      select ${columns} from search_entries e where ${baseCondition(wanted, rank)} and ${match} limit ${most}
    )
    select kind, id, place, at, (select count(*)::int from matching) as all from matching
    order by at desc, id desc limit ${wanted.limit}`.execute(query(em))
  if (rows[0]?.all === most) return null
  return rows.map(({ all: _, ...hit }) => ({ ...hit, rank }))
}

function everyHit(em: EntityManager, wanted: SearchIndexQuery, { rank, match }: Stage): Promise<SearchHit[]> {
  // Materialize the subquery, because PostgreSQL uses the word index only for a subquery without an order.
  return rowsOf(
    em,
    wanted,
    rank,
    sql`select * from (with matching as materialized (
      select ${columns}, e.updated_at from search_entries e where ${baseCondition(wanted, rank)} and ${match}
    ) select * from matching) e`,
  )
}

async function rowsOf(
  em: EntityManager,
  wanted: SearchIndexQuery,
  rank: number,
  from: RawBuilder<unknown>,
): Promise<SearchHit[]> {
  const { rows } = await sql<Omit<SearchHit, 'rank'>>`${from} ${inOrder} limit ${wanted.limit}`.execute(
    query(em),
  )
  return rows.map(({ kind, id, place, at }) => ({ kind, id, place, at, rank }))
}

/** Columns of a hit. The time has microseconds, in a format that sorts as text. */
const columns = sql`e.kind, e.id, e.place, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
const inOrder = sql`order by e.updated_at desc, e.id desc`

function baseCondition(wanted: SearchIndexQuery, rank: number): Condition {
  return sql<boolean>`${placeCondition(wanted)} and ${afterCursor(wanted, rank)} and ${wanted.where}`
}

function placeCondition({ workspace_id, class: cls, place }: SearchIndexQuery): Condition {
  const inPlace = place === undefined ? sql`` : sql` and e.place = ${place}::uuid`
  return sql<boolean>`e.workspace_id = ${workspace_id}::uuid and e.class = ${sql.lit(cls)}${inPlace}`
}

function afterCursor({ after: last }: SearchIndexQuery, rank: number): Condition {
  if (last === null || last.rank !== rank) return sql<boolean>`true`
  return sql<boolean>`(e.updated_at, e.id) < (${last.at}::timestamptz, ${last.id}::uuid)`
}
