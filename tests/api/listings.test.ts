import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '#api/db/present.ts'
import { newId } from '#common/ids.ts'
import { compare, groupOf, type Listing, matches } from '#common/listing/arrange.ts'
import { groupKeys, orderKeys } from '#common/listing/keys.ts'
import { role } from '#common/roles.ts'
import { priorities } from '#common/work-items/priorities.ts'
import { type WorkItemRow, workItemRow } from '#common/work-items/schema.ts'
import { runSql } from '../support/api-client.ts'
import { type Cast, makeCast } from '../support/cast.ts'
import { sortableFields } from '../support/random-items.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let cast: Cast
let params: { slug: string; project_id: string }
let states: { id: string; group: WorkItemRow['state__group'] }[]

beforeAll(async () => {
  server = await startTestServer()
  cast = await makeCast(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
  params = { slug: cast.slug, project_id: project.id }
  await cast.ann.call('addProjectMembers', {
    params,
    body: { members: [{ member_id: cast.gus.id, role: role.guest }] },
  })
  states = await runSql(
    server.databaseUrl,
    'select id, "group" from states where project_id = $1 order by sequence',
    [project.id],
  )
})
afterAll(() => server.close())

/** Puts just these rows into the project. */
async function fill(rows: object[]): Promise<WorkItemRow[]> {
  await runSql(server.databaseUrl, 'delete from work_items where project_id = $1', [params.project_id])
  const made = rows.map((row, at) => ({
    id: newId(),
    ...params,
    workspace_id: cast.workspace_id,
    sequence_id: at + 1,
    name: `Item ${at + 1}`,
    created_by: at % 3 === 0 ? cast.gus.id : cast.ann.id,
    ...row,
  }))
  const columns = [...Object.keys(made[0] ?? {})].filter((name) => name !== 'slug').join(', ')
  if (made.length > 0) {
    await runSql(
      server.databaseUrl,
      `insert into work_items (${columns}) select ${columns} from jsonb_populate_recordset(null::work_items, $1)`,
      [JSON.stringify(made)],
    )
  }
  const stored = await runSql(
    server.databaseUrl,
    `select *, start_date::text, target_date::text from work_items where project_id = $1 and deleted_at is null`,
    [params.project_id],
  )
  return stored.map((row) => present(workItemRow, row))
}

function list(query: Record<string, string>, who = cast.ann) {
  return who.call('listWorkItems', { params, query })
}

type Page = Awaited<ReturnType<typeof list>>
type Results = Page['results']

/** Every page, one after the other, by the cursor that each one names. */
async function allPages(query: Record<string, string>, who = cast.ann): Promise<Page[]> {
  const pages: Page[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...query, ...(cursor && { cursor }) }, who)
    pages.push(page)
    cursor = page.next_page_results ? page.next_cursor : undefined
  } while (cursor !== undefined)
  return pages
}

function idsOf(results: Results, group?: string): string[] {
  if (Array.isArray(results)) return results.map((row) => row.id)
  return (results[group ?? '']?.results ?? []).map((row) => row.id)
}

/** What `common/listing` makes of the rows. */
function computed(listing: Listing, rows: WorkItemRow[]): WorkItemRow[] {
  return rows.filter((row) => matches(listing, row)).sort((a, b) => compare(listing.order_by, a, b))
}

const items = () =>
  fc.array(
    fc.tuple(sortableFields(states), fc.boolean()).map(([fields, gone]) => ({
      ...fields,
      deleted_at: gone && fields.sort_order === 0 ? '2026-06-03T00:00:00.000Z' : null,
    })),
    { maxLength: 40 },
  )

describe('the server lists what the browser computes', () => {
  test('flat, in every order, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(),
        fc.constantFrom(...orderKeys),
        fc.integer({ min: 1, max: 50 }),
        async (given, order_by, perPage) => {
          const rows = await fill(given)
          const expected = computed({ project_id: params.project_id, group_by: 'state_id', order_by }, rows)
          const pages = await allPages({ order_by, per_page: String(perPage) })
          expect(pages.flatMap((page) => (Array.isArray(page.results) ? page.results : []))).toEqual(expected)
          expect(pages).toHaveLength(Math.max(1, Math.ceil(expected.length / perPage)))
          for (const page of pages) {
            expect(page).toMatchObject({
              grouped_by: null,
              total_count: expected.length,
              total_results: expected.length,
              total_pages: Math.ceil(expected.length / perPage),
              count: idsOf(page.results).length,
            })
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('grouped, in every order, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        items(),
        fc.constantFrom(...groupKeys),
        fc.constantFrom(...orderKeys),
        fc.integer({ min: 1, max: 20 }),
        async (given, group_by, order_by, perPage) => {
          const rows = await fill(given)
          const listing = { project_id: params.project_id, group_by, order_by }
          const expected = Map.groupBy(computed(listing, rows), (row) => groupOf(listing, row))
          const pages = await allPages({ group_by, order_by, per_page: String(perPage) })
          const keys =
            group_by === 'priority'
              ? priorities
              : states.flatMap(({ id, group }) => (group === 'triage' ? [] : [id]))
          for (const page of pages) {
            expect(Object.keys(page.results).sort()).toEqual(expected.size === 0 ? [] : [...keys].sort())
            expect(page.grouped_by).toBe(group_by)
          }
          for (const key of keys) {
            const members = expected.get(key) ?? []
            expect(pages.flatMap((page) => idsOf(page.results, key))).toEqual(members.map((row) => row.id))
            for (const { results } of pages) {
              if (!Array.isArray(results) && expected.size > 0)
                expect(results[key]?.total_results).toBe(members.length)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('for a restricted guest, of their own items alone', async () => {
    const [one] = fc.sample(sortableFields(states), 1)
    const open = {
      ...one,
      state_id: states[0]?.id,
      state__group: 'backlog',
      is_draft: false,
      archived_at: null,
    }
    const rows = await fill(Array.from({ length: 8 }, () => open))
    const listing = { project_id: params.project_id, group_by: 'state_id', order_by: '-created_at' } as const
    const own = computed(listing, rows).filter((row) => row.created_by === cast.gus.id)
    expect(own).toHaveLength(3)
    expect((await list({}, cast.gus)).results).toEqual(own)
    const grouped = await allPages({ group_by: 'priority', per_page: '2' }, cast.gus)
    expect(grouped[0]?.total_results).toBe(own.length)
    expect(priorities.flatMap((key) => grouped.flatMap((page) => idsOf(page.results, key))).sort()).toEqual(
      own.map((row) => row.id).sort(),
    )
  })
})

describe('a page', () => {
  beforeAll(async () => {
    const [state] = states
    await fill(
      Array.from({ length: 7 }, (_, at) => ({
        state_id: state?.id,
        state__group: state?.group,
        priority: at < 5 ? 'high' : 'low',
        sort_order: at,
        created_at: '2026-01-01T00:00:00.000Z',
      })),
    )
  })

  test('says where it stands', async () => {
    expect(await list({ order_by: 'sort_order', cursor: '3:1:0' })).toMatchObject({
      count: 3,
      total_pages: 3,
      next_cursor: '3:2:0',
      prev_cursor: '3:0:1',
      next_page_results: true,
      prev_page_results: true,
    })
  })

  test('of one group goes on where the group stopped', async () => {
    const query = { order_by: 'sort_order', priority: 'high' }
    const [first, second] = [
      await list({ ...query, cursor: '3:0:0' }),
      await list({ ...query, cursor: '3:1:0' }),
    ]
    expect([idsOf(first.results).length, idsOf(second.results).length]).toEqual([3, 2])
    expect([first.next_page_results, second.next_page_results]).toEqual([true, false])
  })

  test('behind the last is empty', async () => {
    expect(await list({ cursor: '50:9:0' })).toMatchObject({ count: 0, results: [], total_results: 7 })
    expect(await list({ priority: 'huge' })).toMatchObject({ count: 0, results: [], total_results: 0 })
  })

  test('leaves sub-items out when asked', async () => {
    const [parent, child] = idsOf((await list({})).results)
    await runSql(server.databaseUrl, 'update work_items set parent_id = $1 where id = $2', [parent, child])
    const shown = idsOf((await list({ sub_issue: 'false' })).results)
    expect(shown).toHaveLength(6)
    expect(shown).not.toContain(child)
    expect(idsOf((await list({ sub_issue: 'true' })).results)).toHaveLength(7)
  })

  test.each([
    ['per_page', '0', 'Invalid per_page parameter.'],
    ['per_page', 'x', 'Invalid per_page parameter.'],
    ['per_page', '1.5', 'Invalid per_page parameter.'],
    ['per_page', '1001', 'Invalid per_page value. Cannot exceed 1000.'],
    ['cursor', '0:0:0', 'Invalid cursor parameter.'],
    ['cursor', '1001:0:0', 'Invalid cursor parameter.'],
    ['cursor', '10:-1:0', 'Invalid cursor parameter.'],
    ['cursor', '10:0', 'Invalid cursor parameter.'],
    ['order_by', 'name; drop table users', null],
    ['order_by', 'description_html', null],
    ['group_by', 'password_hash', null],
    ['state_id', 'x', null],
  ])('security 29, 64: %s of %s is refused', async (field, value, message) => {
    const refusal = await cast.ann.refused('listWorkItems', { params, query: { [field]: value } })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(refusal.fields ?? {})).toEqual([field])
    if (message !== null) expect(refusal.fields?.[field]).toEqual([message])
  })
})
