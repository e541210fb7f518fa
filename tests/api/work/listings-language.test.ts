import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { presentRow } from '#api/platform/db/present.ts'
import { readListingPage } from '#api/work/listing/list-page.ts'
import type { ItemAccessScope } from '#api/work/listing/listable.ts'
import { createClock } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import {
  type AlwaysShownGroups,
  applyRowChanges,
  arrangeIntoGroups,
  type EstimateNumberLookup,
  type ListingGroups,
} from '#common/work/listing/arrange.ts'
import { matchAllCondition, matchesCondition, oneOfValuesCondition } from '#common/work/listing/condition.ts'
import { type ListingContext, listingContexts } from '#common/work/listing/contexts.ts'
import type { GroupKey } from '#common/work/listing/keys.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import type { ReferencedRowNameLookup } from '#common/work/listing/order.ts'
import { parseListingQuery, parseRequestedPage } from '#common/work/listing/read-query.ts'
import { listingQuery, type WorkItemListResponse } from '#common/work/listing/schema.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import {
  arbitraryItemFields,
  arbitraryListingQuery,
  type ListedItemFields,
  type ReferencedRowIds,
} from '../../support/random-items.ts'

const numRuns = Number(process.env['LISTING_RUNS'] ?? 500)
const clock = createClock('Europe/Berlin', 1, new Date('2026-01-20T23:30:00Z'))

let database: TestDatabase
let client: pg.Client
let orm: Orm
const bus = createBus(null)

const workspace = newId()
const ids = (count: number) => Array.from({ length: count }, () => newId())
const projects = ids(2)
const groups = ['triage', 'backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
const pool: ReferencedRowIds = {
  projects,
  states: projects.flatMap((project_id) => groups.map((group) => ({ id: newId(), project_id, group }))),
  labels: ids(4),
  people: ids(3),
  cycles: ids(3),
  modules: ids(3),
  epics: ids(3),
  points: ids(4),
  // The last cycle, module, epic and estimate value of the pool belong to the second project, all others to the first.
  isIn: (id, project_id) =>
    [pool.cycles, pool.modules, pool.epics, pool.points].some((of) => of.at(-1) === id) ===
    (project_id === projects[1]),
  others: ids(2),
}
const names = new Map<string, string>([
  ...pool.states.map(({ id, group }, at): [string, string] => [id, at % 3 === 0 ? `${group} ${at}` : group]),
  ...pool.labels.map((id, at): [string, string] => [id, ['Étude', 'etude', 'Zebra', 'apple'][at] ?? '']),
  ...pool.cycles.map((id, at): [string, string] => [id, ['Sprint', 'sprint', 'Autumn'][at] ?? '']),
  ...pool.modules.map((id, at): [string, string] => [id, ['Map', 'map', 'Älter'][at] ?? '']),
  ...pool.epics.map((id, at): [string, string] => [id, ['Zoom', 'über', 'Arc'][at] ?? '']),
  ...pool.projects.map((id, at): [string, string] => [id, `P${at}`]),
  ...pool.people.map((id, at): [string, string] => [id, ['Max', 'ann', 'Ölga'][at] ?? '']),
])
/**
 * Positions (`key`) and numbers of the estimate values. Their order differs from the order of the ids. The
 * last value is a word, so it has no number.
 */
const points = new Map([
  [pool.points[0], { key: 2, number: 0.5 }],
  [pool.points[1], { key: 1, number: 3.25 }],
  [pool.points[2], { key: 3, number: 8 }],
  [pool.points[3], { key: 1, number: null }],
])
const nameOf: ReferencedRowNameLookup = (_, id) => points.get(id)?.key ?? names.get(id) ?? null
const numberOf: EstimateNumberLookup = (id) => points.get(id)?.number ?? null
const everywhere: ItemAccessScope = {
  workspace_id: workspace,
  project_ids: projects,
  access: matchAllCondition,
}
const itemIds = ids(30)
const wholes = [...itemIds, ...pool.epics]

beforeAll(async () => {
  database = await createDatabase()
  orm = await createOrm(database.url, bus)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const sql = (statement: string, values: unknown[]) => client.query(statement, values)
  for (const id of pool.people) {
    await sql(
      'insert into users (id, email, username, display_name, first_name) values ($1::uuid, $2, $1::text, $3, $4)',
      [id, `${id}@example.com`, names.get(id), id === pool.people[1] ? '' : names.get(id)],
    )
  }
  await sql(
    `insert into workspaces (id, name, slug, owner, background_color) values ($1, 'Acme', 'acme', $2, '#000000')`,
    [workspace, pool.people[0]],
  )
  for (const id of pool.people) {
    await sql('insert into workspace_members (id, workspace_id, member_id, role) values ($1, $2, $3, 15)', [
      newId(),
      workspace,
      id,
    ])
  }
  for (const [at, id] of projects.entries()) {
    await sql(
      'insert into projects (id, workspace_id, name, identifier) values ($1, $2, $3::text, $3::text)',
      [id, workspace, `P${at}`],
    )
  }
  for (const [at, { id, project_id, group }] of pool.states.entries()) {
    await sql(
      `insert into states (id, workspace_id, project_id, name, color, "group", sequence) values ($1, $2, $3, $4, '#000000', $5, $6)`,
      [id, workspace, project_id, names.get(id), group, at],
    )
  }
  // The last of the three cycles belongs to the second project, the others belong to the first.
  for (const [at, id] of pool.cycles.entries()) {
    await sql(
      'insert into cycles (id, workspace_id, project_id, name, sort_order) values ($1, $2, $3, $4, $5)',
      [id, workspace, projects[at === 2 ? 1 : 0], names.get(id), at],
    )
  }
  // The last of the three modules belongs to the second project, the others belong to the first.
  for (const [at, id] of pool.modules.entries()) {
    await sql(
      'insert into modules (id, workspace_id, project_id, name, sort_order) values ($1, $2, $3, $4, $5)',
      [id, workspace, projects[at === 2 ? 1 : 0], names.get(id), at],
    )
  }
  await addEstimates()
  for (const id of pool.labels) {
    await sql(
      `insert into labels (id, workspace_id, project_id, name, color, sort_order) values ($1, $2, $3, $4, '#000000', 1)`,
      [id, workspace, projects[0], names.get(id)],
    )
  }
})
afterAll(async () => {
  await client.end()
  await orm.close(true)
  await bus.close()
  await database.drop()
})

/** Creates one estimate in each project. */
async function addEstimates(): Promise<void> {
  for (const [at, project] of projects.entries()) {
    const estimate = newId()
    await client.query(
      'insert into estimates (id, workspace_id, project_id, name, type, last_used) values ($1, $2, $3, $4, $5, true)',
      [estimate, workspace, project, 'Effort', at === 0 ? 'points' : 'categories'],
    )
    for (const id of pool.points.filter((one) => pool.isIn?.(one, project))) {
      const { key, number } = points.get(id) ?? {}
      await client.query(
        'insert into estimate_points (id, workspace_id, project_id, estimate_id, key, value, number) values ($1, $2, $3, $4, $5, $6, $7)',
        [id, workspace, project, estimate, key, String(number), number],
      )
    }
  }
}

/** The epics, which are the parents of other items. They exist during the whole test. */
const epics = pool.epics.map((id, at): [string, ListedItemFields] => {
  const project_id = projects[at === 2 ? 1 : 0] ?? ''
  const state = pool.states.find((one) => one.project_id === project_id && one.group === 'started')
  const moment = '2026-01-01T00:00:00.000Z'
  const nothing = { parent_id: null, cycle_id: null, epic_id: null, estimate_point: null, completed_at: null }
  const nobody = { assignee_ids: [], label_ids: [], module_ids: [], subscriber_ids: [], mention_ids: [] }
  const none = { sub_issues_count: 0, link_count: 0, attachment_count: 0 }
  return [
    id,
    {
      ...{ ...nothing, ...nobody, ...none, project_id, is_epic: true, is_draft: false, archived_at: null },
      ...{ name: names.get(id) ?? '', state_id: state?.id ?? '', state__group: 'started', priority: 'low' },
      ...{ sort_order: -at, start_date: null, target_date: null, created_by: pool.people[0] ?? null },
      ...{ created_at: moment, updated_at: moment },
    },
  ]
})

/** Stores the items in the database. Returns their rows as a client would receive them. */
async function fill(given: Map<string, ListedItemFields>): Promise<WorkItemRow[]> {
  const all = [...epics, ...given]
  const rows = all.map(([id, fields], at) => ({
    id,
    workspace_id: workspace,
    sequence_id: itemIds.includes(id) ? 1 + itemIds.indexOf(id) : 100 + at,
    type_id: null,
    updated_by: null,
    ...fields,
    parent_id:
      fields.parent_id !== id &&
      (given.has(fields.parent_id ?? '') || pool.epics.includes(fields.parent_id ?? ''))
        ? fields.parent_id
        : null,
  }))
  await client.query('delete from work_items')
  if (rows.length > 0) {
    const columns = Object.keys(workItemRow.shape).join(', ')
    await client.query(
      `insert into work_items (${columns}) select ${columns} from jsonb_populate_recordset(null::work_items, $1)`,
      [JSON.stringify(rows)],
    )
  }
  return rows.map((row) => presentRow(workItemRow, row))
}

interface Answered {
  listing: Listing
  groups: ListingGroups
  found: number
  pages: number
}

/** Loads all pages of the list from the server and combines them. */
async function ask(
  context: ListingContext,
  listable: ItemAccessScope,
  query: Record<string, string>,
  perPage: number,
): Promise<Answered> {
  const listing = parseListingQuery(context, listingQuery.parse(query), clock)
  const em = orm.em.fork()
  let whole: ListingGroups = {}
  const read = (cursor: string, of = listing) => {
    const page = parseRequestedPage({ cursor, per_page: perPage })
    return em.transactional((inner) => readListingPage(inner as typeof em, listable, of, page))
  }
  const pages: WorkItemListResponse[] = []
  for (let number = 0, cursor = `${perPage}:0:0`; ; number++) {
    const answer = await read(cursor)
    expect(answer.count).toBe(countOf(answer.results))
    whole = appended(whole, groupsFromListingResponse(answer).groups)
    pages.push(answer)
    if (!answer.next_page_results) {
      const [last, before] = [pages.at(-1), pages.at(-2)]
      if (last && before && listing.group_by === null)
        expect((await read(last.prev_cursor)).results).toEqual(before.results)
      expect(answer.total_pages).toBe(
        Math.max(answer.total_pages === 0 ? 0 : 1, number + 1) * Number(answer.total_pages > 0),
      )
      return { listing, groups: whole, found: answer.total_results, pages: number + 1 }
    }
    cursor = answer.next_cursor
    expect(cursor).toMatch(`${perPage}:${number + 1}:0`)
  }
}

function countOf(results: object): number {
  if (Array.isArray(results)) return results.length
  return Object.values(results as Record<string, { results: object }>).reduce(
    (sum, group) => sum + countOf(group.results),
    0,
  )
}

function appended(first: ListingGroups, more: ListingGroups): ListingGroups {
  const all = { ...first }
  for (const [name, group] of Object.entries(more)) {
    const known = all[name]
    all[name] =
      known === undefined
        ? group
        : {
            ids: [...known.ids, ...group.ids],
            total: group.total,
            ...(group.sum !== undefined && { sum: group.sum }),
            ...(group.groups && { groups: appended(known.groups ?? {}, group.groups) }),
          }
  }
  return all
}

function knownOf(
  listable: ItemAccessScope,
  listing: Listing,
  rows: readonly WorkItemRow[],
): AlwaysShownGroups {
  const { project_ids } = listable
  const known: Partial<Record<GroupKey, () => string[]>> = {
    priority: () => [...priorities],
    state__group: () => groups.filter((group) => group !== 'triage'),
    project_id: () => project_ids,
    cycle_id: () => [...pool.cycles.slice(0, project_ids.length > 1 ? 3 : 2), 'None'],
    estimate_point: () => knownPoints(listable),
    epic_id: () => knownEpics(listable, rows),
    state_id: () =>
      pool.states.flatMap(({ id, project_id, group }) =>
        group !== 'triage' && project_ids.includes(project_id) ? [id] : [],
      ),
  }
  const of = (key: GroupKey | null) => (key === null ? [] : (known[key]?.() ?? []))
  return { groups: of(listing.group_by), sub_groups: of(listing.sub_group_by) }
}

function knownEpics({ project_ids }: ItemAccessScope, rows: readonly WorkItemRow[]): string[] {
  const own = rows.filter(
    (row) => row.is_epic && row.archived_at === null && project_ids.includes(row.project_id),
  )
  const sorted = own.toSorted(
    (a, b) =>
      a.project_id.localeCompare(b.project_id) || a.sort_order - b.sort_order || a.id.localeCompare(b.id),
  )
  return [...sorted.map(({ id }) => id), 'None']
}

function knownPoints({ project_ids }: ItemAccessScope): string[] {
  const [first = '', second = '', third = '', last = ''] = pool.points
  return [second, first, third, ...(project_ids.length > 1 ? [last] : []), 'None']
}

/** Computes the expected answer with the client's code. Groups without items are left out. */
function expected(listable: ItemAccessScope, listing: Listing, rows: readonly WorkItemRow[]): ListingGroups {
  const whole = arrangeIntoGroups(
    listing,
    within(listable, rows),
    nameOf,
    knownOf(listable, listing, rows),
    numberOf,
  )
  if (listing.group_by === null) return whole
  return Object.values(whole).some((group) => group.total > 0) ? whole : {}
}

/** Returns the rows that a client has, which are only those that the user may see. */
function within(listable: ItemAccessScope, rows: readonly WorkItemRow[]): WorkItemRow[] {
  return rows.filter(
    (row) => listable.project_ids.includes(row.project_id) && matchesCondition(listable.access, row),
  )
}

const places: { name: string; listable: ItemAccessScope; context: ListingContext }[] = [
  { name: 'a project', listable: inFirst(), context: listingContexts.project(projects[0] ?? '') },
  { name: 'an archive', listable: inFirst(), context: listingContexts.archived(projects[0] ?? '') },
  { name: 'a workspace', listable: everywhere, context: listingContexts.allIssues(everywhere) },
  {
    name: 'one’s own',
    listable: everywhere,
    context: listingContexts.assigned(everywhere, pool.people[0] ?? ''),
  },
  {
    name: 'a profile',
    listable: everywhere,
    context: listingContexts.profile(everywhere, pool.people[1] ?? ''),
  },
  {
    name: 'what one follows',
    listable: everywhere,
    context: listingContexts.subscribed(everywhere, pool.people[2] ?? ''),
  },
  {
    name: 'a restricted guest',
    listable: { ...inFirst(), access: oneOfValuesCondition('created_by', pool.people.slice(0, 1)) },
    context: listingContexts.project(projects[0] ?? ''),
  },
  {
    name: 'a cycle',
    listable: inFirst(),
    context: listingContexts.cycle(projects[0] ?? '', pool.cycles[0] ?? ''),
  },
  {
    name: 'a module',
    listable: inFirst(),
    context: listingContexts.module(projects[0] ?? '', pool.modules[0] ?? ''),
  },
  { name: 'epics', listable: inFirst(), context: listingContexts.epics(projects[0] ?? '') },
  // The server must support this context, although no screen of the client uses it.
  {
    name: 'an estimate',
    listable: inFirst(),
    context: {
      ...listingContexts.project(projects[0] ?? ''),
      key: 'estimate',
      condition: { kind: 'in', field: 'estimate_point', values: pool.others.slice(0, 1) },
    },
  },
]

function inFirst(): ItemAccessScope {
  return { ...everywhere, project_ids: projects.slice(0, 1) }
}

const items = fc
  .array(fc.tuple(fc.constantFrom(...itemIds), arbitraryItemFields(pool, wholes)), {
    maxLength: 30,
    size: 'max',
  })
  .map((entries) => new Map(entries))
const changes = fc.array(
  fc.array(fc.tuple(fc.constantFrom(...itemIds), fc.option(arbitraryItemFields(pool, wholes), { freq: 4 })), {
    minLength: 1,
    maxLength: 4,
  }),
  { maxLength: 2 },
)
const queries = arbitraryListingQuery(pool).filter(
  (query) =>
    listingQuery.safeParse(query).data?.group_by !== listingQuery.safeParse(query).data?.sub_group_by ||
    query['sub_group_by'] === undefined,
)

describe('the server lists what the browser computes', () => {
  test('for random items, listings and changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        items,
        queries,
        fc.integer({ min: 1, max: 12 }),
        changes,
        async ({ listable, context }, start, query, perPage, batches) => {
          const given = new Map(start)
          let rows = within(listable, await fill(given))
          const first = await ask(context, listable, query, perPage)
          const { listing } = first
          expect(first.groups).toEqual(expected(listable, listing, rows))
          let kept = arrangeIntoGroups(listing, rows, nameOf, knownOf(listable, listing, rows), numberOf)
          for (const batch of batches) {
            for (const [id, fields] of batch) {
              if (fields === null) given.delete(id)
              else given.set(id, fields)
            }
            const before = new Map(rows.map((row) => [row.id, row]))
            rows = within(listable, await fill(given))
            const after = new Map(rows.map((row) => [row.id, row]))
            const touched = [...new Set([...before.keys(), ...after.keys()])]
            const moves = touched.map((id) => ({
              before: before.get(id) ?? null,
              after: after.get(id) ?? null,
            }))
            kept = applyRowChanges(listing, kept, moves, { rowOf: (id) => after.get(id), nameOf, numberOf })
            const asked = await ask(context, listable, query, perPage)
            const afresh = expected(listable, listing, rows)
            expect(asked.groups).toEqual(afresh)
            const shown = [...after.values()].filter((row) => inGroups(afresh, row.id))
            expect(asked.found).toBe(shown.length)
            expect(withoutEmpty(kept)).toEqual(withoutEmpty(afresh))
          }
        },
      ),
      { numRuns },
    )
  }, 600_000)

  test('and rejects grouping by the same key twice', () => {
    const ask = () =>
      parseListingQuery(
        listingContexts.project(projects[0] ?? ''),
        listingQuery.parse({ group_by: 'state', sub_group_by: 'state_id' }),
        clock,
      )
    expect(ask).toThrow('Group by and sub group by cannot have same parameters')
  })
})

function inGroups(among: ListingGroups, id: string): boolean {
  return Object.values(among).some((group) => group.ids.includes(id) || inGroups(group.groups ?? {}, id))
}

/** Removes empty groups. The client's result contains them, but the server's answer does not. */
function withoutEmpty(all: ListingGroups): ListingGroups {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, group]): [string, ListingGroups[string]][] =>
      group.total === 0
        ? []
        : [[name, group.groups ? { ...group, groups: withoutEmpty(group.groups) } : group]],
    ),
  )
}
