import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presentRow } from '#api/platform/db/present.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import { type ItemPropertyDefinition, itemProperties } from '#common/work/listing/properties.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }
let states: { id: string; group: WorkItemRow['state__group'] }[]

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
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

/** Replaces all items of the project with items that have the values of `rows`. Returns the stored rows. */
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
  return stored.map((row) => presentRow(workItemRow, row))
}

function list(query: Record<string, string>, who = cast.ann) {
  return who.call('listWorkItems', { params, query })
}

type Page = Awaited<ReturnType<typeof list>>
type Results = Page['results']

/** Loads every page with the cursor of the previous one. */
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
  return groupsFromListingResponse({ results, total_results: 0 }).groups[group ?? 'all']?.ids ?? []
}

describe('a restricted guest', () => {
  test('sees only their own items, in every list', async () => {
    const open = { state_id: states[0]?.id, state__group: 'backlog', sort_order: 1 }
    const rows = await fill(Array.from({ length: 8 }, () => open))
    const own = rows.filter((row) => row.created_by === cast.gus.id).map((row) => row.id)
    expect(own).toHaveLength(3)
    expect(idsOf((await list({}, cast.gus)).results).sort()).toEqual(own.sort())
    const grouped = await allPages({ group_by: 'priority', per_page: '2' }, cast.gus)
    expect(grouped[0]?.total_results).toBe(own.length)
    expect(priorities.flatMap((key) => grouped.flatMap((page) => idsOf(page.results, key))).sort()).toEqual(
      own.sort(),
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

  test('contains its position', async () => {
    expect(await list({ order_by: 'sort_order', cursor: '3:1:0' })).toMatchObject({
      count: 3,
      total_pages: 3,
      next_cursor: expect.stringMatching(/^3:2:0:/),
      prev_cursor: expect.stringMatching(/^3:0:1:/),
      next_page_results: true,
      prev_page_results: true,
    })
  })

  test('of one group continues where the group stopped', async () => {
    const query = { order_by: 'sort_order', priority: 'high' }
    const [first, second] = [
      await list({ ...query, cursor: '3:0:0' }),
      await list({ ...query, cursor: '3:1:0' }),
    ]
    expect([idsOf(first.results).length, idsOf(second.results).length]).toEqual([3, 2])
    expect([first.next_page_results, second.next_page_results]).toEqual([true, false])
  })

  test('after the last is empty', async () => {
    expect(await list({ cursor: '50:9:0' })).toMatchObject({ count: 0, results: [], total_results: 7 })
    expect(await list({ priority: 'huge' })).toMatchObject({ count: 0, results: [], total_results: 0 })
  })

  test('leaves out sub-items on request', async () => {
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
    ['group_by', 'state__name', 'Invalid grouping of work items.'],
    ['sub_group_by', 'constructor', 'Invalid grouping of work items.'],
    ['order_by', '-password_hash', 'Invalid order of work items.'],
    ['type', 'everything', 'Unknown type.'],
    ['filters', '{', 'Filters are not valid JSON.'],
  ])('security 29, 64: %s of %s is refused', async (field, value, message) => {
    const refusal = await cast.ann.refused('listWorkItems', { params, query: { [field]: value } })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(refusal.fields ?? {})).toEqual([field])
    if (message !== null) expect(refusal.fields?.[field]).toEqual([message])
  })
})

test('sorting and filtering use one index, except for titles', async () => {
  const offered = Object.values<ItemPropertyDefinition>(itemProperties).filter(
    ({ filter, valueKind, order }) =>
      // Titles are not checked. The index does not contain them, because they would double its size, so
      // PostgreSQL reads the table to sort by title.
      valueKind !== 'text' && (order?.choice !== undefined || (filter?.offered && valueKind !== 'ids')),
  )
  const columns = await runSql<{ name: string }>(
    server.databaseUrl,
    `select attname as name from pg_attribute where attrelid = 'work_items_listed'::regclass`,
  )
  const indexed = columns.map(({ name }) => name)
  expect(offered.map(({ field }) => field).filter((field) => !indexed.includes(field))).toEqual([])
})
