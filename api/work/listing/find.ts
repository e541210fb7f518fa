import { type RawBuilder, sql } from 'kysely'
import { accessibleProjects } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { likePatternContaining } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'

interface FindItemsQuery {
  /** The searched project. Null for all projects in which the caller has a role. Archived projects are never searched. */
  project_id: string | null
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
 * Finds the newest matching items, without archived and deleted items, drafts and items in triage. The SQL `select` reads
 * the subquery `found` with the columns `id` and `created_at`, and returns the rows of the result.
 *
 * Common words are found by scanning the newest items in index order. Rare words are found with the trigram index on
 * names. How frequent the words are in a sample decides which method runs first, but a sample is sometimes wrong, so
 * each attempt has a limit. All attempts are parts of one statement. PostgreSQL does not run an attempt whose
 * condition is false.
 *
 * All values are read from the subqueries `input` and `reach`. PostgreSQL therefore plans the prepared statement
 * without knowing the values, and plans it only once. Otherwise planning would take longer than most searches. The call
 * of `set_config` prevents a parallel plan, because starting the workers would also take longer than most searches.
 */
export async function findItems<Row>(
  { em, user, workspace }: WorkspaceContext,
  wanted: FindItemsQuery,
  select: RawBuilder<Row>,
): Promise<Row[]> {
  const { limit, project_id } = wanted
  const words = wanted.text.trim()
  const numbers = [...words.matchAll(/\d+/g)].map(Number).filter((number) => number <= largestNumber)
  const projects = accessibleProjects(em, user.id, workspace)
    .clearSelect()
    .select(['project_id', 'identifier', 'sees_all'])
    .where('archived_at', 'is', null)
  const scope = scopeOf(wanted)
  const name = hasIndexed(words) ? sql`name` : sql`(name || '')`
  const inNewest = (among: number, condition: string) => sql`
    select id, created_at from (
      select id, created_at, name, sequence_id, project_id from work_items where ${scope} ${inOrder} limit ${sql.lit(among)}
    ) newest where ${sql.raw(condition)} and ${match} limit ${most}`
  const byName = (condition: string) => sql`
    select id, created_at from work_items where ${sql.raw(condition)} and ${scope} and ${name} ilike ${pattern}`
  const { rows } = await sql<Row>`
    with ${preparedStatementMarker} input as materialized (
      select ${workspace.id}::uuid as workspace_id, ${user.id}::uuid as user_id,
        ${likePatternContaining(words)}::text as pattern, ${numbers}::int[] as numbers, ${limit}::int as most,
        set_config('max_parallel_workers_per_gather', '0', true)
    ),
    reach as materialized (${project_id === null ? projects : projects.where('project_id', '=', project_id)}),
    recent as materialized (
      select id, created_at, name, sequence_id, project_id from work_items where ${scope} ${inOrder} limit ${sql.lit(first)}
    ),
    from_recent as materialized (select id, created_at from recent where ${match} limit ${most}),
    after_recent as materialized (
      select hits, seen = ${sql.lit(first)} and hits < ${most} as continues
      from (select count(*) as hits from from_recent) hit, (select count(*) as seen from recent) see
    ),
    sampled as materialized (
      select count(*) as hits from (select max(created_at) as newest from recent) last
        cross join (select created_at as oldest from work_items where ${scope} order by created_at, id limit 1) original
        cross join generate_series(1, ${sql.lit(probes)}) as step
        cross join lateral (
          select name, sequence_id, project_id from work_items
          where ${scope} and created_at <= oldest + (newest - oldest) * (step / ${sql.lit(probes)}::float8)
          ${inOrder} limit 100
        ) probe
      where (select continues from after_recent) and ${match}
    ),
    is_common as materialized (
      select continues and (hits + (select hits from sampled)) * 25 >= ${most} as is_true from after_recent
    ),
    from_newest as materialized (${inNewest(20_000, '(select is_true from is_common)')}),
    after_newest as materialized (
      select continues and (select count(*) from from_newest) < ${most} as continues from after_recent
    ),
    named as materialized (
      ${byName('(select continues from after_newest)')} limit ${sql.lit(mostNamed)}
    ),
    after_named as materialized (
      select continues, continues and (select count(*) from named) = ${sql.lit(mostNamed)} as is_cut from after_newest
    ),
    from_many as materialized (${inNewest(100_000, '(select is_cut from after_named)')}),
    after_many as materialized (
      select is_cut and (select count(*) from from_many) < ${most} as continues from after_named
    ),
    by_key as materialized (
      select id, created_at from work_items
      where (select continues and (not is_cut or (select continues from after_many)) from after_named)
        and sequence_id = any((select numbers from input)::int[]) and ${scope}
      union all
      select of_project.id, of_project.created_at from reach cross join lateral (
        select id, created_at from work_items where project_id = reach.project_id and ${listed}
          and (reach.sees_all or created_by = (select user_id from input)) and ${rulesOf(wanted)}
        ${inOrder} limit ${sql.lit(largestLimit)}
      ) of_project
      where (select continues and (not is_cut or (select continues from after_many)) from after_named)
        and (select pattern from input) <> '%%' and reach.identifier ilike ${pattern}
    ),
    found as materialized (
      select id, created_at from (
        select id, created_at from from_recent where not (select continues from after_recent)
        union all
        select id, created_at from from_newest where not (select continues from after_newest)
        union
        select id, created_at from named where not (select is_cut from after_named)
        union
        select id, created_at from from_many where not (select continues from after_many)
        union
        ${byName('(select continues from after_many)')}
        union
        select id, created_at from by_key
      ) hits ${inOrder} limit ${most}
    )
    ${select}`.execute(query(em))
  return rows
}

/** The largest limit of any caller. */
const largestLimit = 100
/** Number of newest items in which every search begins. */
const first = 400
/** Number of points in time at which the frequency of the words is estimated, each in the hundred items before it. */
const probes = 8
/** Maximum number of items that the first search in the index of names loads. */
const mostNamed = 3_000

const inOrder = sql`order by created_at desc, id desc`
const most = sql`(select most from input)`
const pattern = sql`(select pattern from input)`
const match = sql<boolean>`(name ilike ${pattern} or sequence_id = any((select numbers from input)::int[])
  or project_id = any(array(select project_id from reach where identifier ilike ${pattern})))`
const listed = sql<boolean>`deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage'`

/**
 * Returns whether the trigram index helps, which requires three Latin letters or digits in a row. Otherwise
 * PostgreSQL would read the whole index, which is slower than reading the table.
 */
function hasIndexed(words: string): boolean {
  return /[a-z0-9]{3}/i.test(words)
}

/** Returns an SQL condition for the items that the caller can find. */
function scopeOf(wanted: FindItemsQuery): RawBuilder<boolean> {
  const projects = (condition: string) => sql`array(select project_id from reach ${sql.raw(condition)})`
  const own = sql`created_by = (select user_id from input)`
  const within =
    wanted.project_id !== null
      ? sql`project_id = (select project_id from reach) and ((select sees_all from reach) or ${own})`
      : sql`workspace_id = (select workspace_id from input) and (project_id = any(${projects('where sees_all')})
          or (project_id = any(${projects('where not sees_all')}) and ${own}))`
  return sql<boolean>`${within} and ${listed} and ${rulesOf(wanted)}`
}

function rulesOf({ rules = [] }: FindItemsQuery): RawBuilder<unknown> {
  return rules.length === 0 ? sql`true` : sql`${sql.join(rules, sql` and `)}`
}
