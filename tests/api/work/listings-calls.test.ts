import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import type { WorkItemListResponse } from '#common/work/listing/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
/** Ann is in all three projects. Max and Gus are only in the first, Gus as a guest. The third is archived. */
let first: { slug: string; project_id: string }
let second: { slug: string; project_id: string }
let closed: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  first = await makeProject('Atlas', 'ATL')
  second = await makeProject('Borealis', 'BOR')
  closed = await makeProject('Closed', 'CLO')
  await cast.ann.call('addProjectMembers', {
    params: first,
    body: {
      members: [
        { member_id: cast.max.id, role: role.member },
        { member_id: cast.gus.id, role: role.guest },
      ],
    },
  })
})
afterAll(() => server.close())

async function makeProject(name: string, identifier: string) {
  const { id } = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name, identifier, network: 0 },
  })
  return { slug: cast.slug, project_id: id }
}

function make(params: typeof first, name: string, body: object = {}, who = cast.ann): Promise<WorkItemRow> {
  return who.call('createWorkItem', { params, body: { name, ...body } })
}

function sql(statement: string, values: unknown[]) {
  return runSql(server.databaseUrl, statement, values)
}

function namesOf(listing: WorkItemListResponse): string[] {
  return groupsFromListingResponse(listing)
    .rows.map((row) => row.name)
    .sort()
}

const inWorkspace = (query: Record<string, string> = {}) => ({ params: { slug: cast.slug }, query })

describe('a list across projects', () => {
  beforeAll(async () => {
    const [one] = [await make(first, 'one'), await make(second, 'two'), await make(closed, 'three')]
    const own = await make(first, 'of Gus')
    await sql('update work_items set created_by = $1 where id = $2', [cast.gus.id, own.id])
    await sql('update work_items set subscriber_ids = $1 where id = $2', [[cast.gus.id], one.id])
    await make(first, 'archived')
    await sql(`update work_items set archived_at = now() where name = 'archived'`, [])
    await sql('update projects set archived_at = now() where id = $1', [closed.project_id])
  })

  test('contains items of joined projects but not of archived ones', async () => {
    expect(namesOf(await cast.ann.call('listWorkspaceWorkItems', inWorkspace()))).toEqual([
      'of Gus',
      'one',
      'two',
    ])
    expect(namesOf(await cast.max.call('listWorkspaceWorkItems', inWorkspace()))).toEqual(['of Gus', 'one'])
    expect(namesOf(await cast.gus.call('listWorkspaceWorkItems', inWorkspace()))).toEqual(['of Gus'])
    expect(await cast.eve.refused('listWorkspaceWorkItems', inWorkspace())).toMatchObject({ status: 404 })
  })

  test('contains everything for guests if the project allows it', async () => {
    await sql('update projects set guest_view_all_features = true where id = $1', [first.project_id])
    expect(namesOf(await cast.gus.call('listWorkspaceWorkItems', inWorkspace()))).toEqual(['of Gus', 'one'])
    await sql('update projects set guest_view_all_features = false where id = $1', [first.project_id])
  })

  test('supports the same parameters, except groups in the timeline', async () => {
    const query = { group_by: 'project', order_by: 'state__name' }
    const grouped = await cast.ann.call('listWorkspaceWorkItems', inWorkspace(query))
    expect(Object.keys(grouped.results)).toEqual([first.project_id, second.project_id])
    const flat = await cast.ann.call('listDetailedWorkspaceWorkItems', inWorkspace(query))
    expect([flat.grouped_by, namesOf(flat)]).toEqual([null, ['of Gus', 'one', 'two']])
    const narrowed = await cast.ann.call(
      'listWorkspaceWorkItems',
      inWorkspace({ project: second.project_id }),
    )
    expect(namesOf(narrowed)).toEqual(['two'])
  })

  test('includes no other project through a filter', async () => {
    const query = { project: `${second.project_id},${closed.project_id}` }
    expect(namesOf(await cast.max.call('listWorkspaceWorkItems', inWorkspace(query)))).toEqual([])
    const filters = JSON.stringify({
      or: [{ project_id: second.project_id }, { not: { priority: 'urgent' } }],
    })
    expect(namesOf(await cast.max.call('listWorkspaceWorkItems', inWorkspace({ filters })))).toEqual([
      'of Gus',
      'one',
    ])
  })

  test('of a person contains the items they are involved in', async () => {
    const of = (person: { id: string }, query: Record<string, string> = {}, who: ApiClient = cast.ann) =>
      who.call('listUserWorkItems', { params: { slug: cast.slug, user_id: person.id }, query })
    expect(namesOf(await of(cast.gus))).toEqual(['of Gus', 'one'])
    expect(namesOf(await of(cast.gus, { created_by: cast.gus.id }))).toEqual(['of Gus'])
    expect(namesOf(await of(cast.gus, { subscriber: cast.gus.id }))).toEqual(['one'])
    expect(namesOf(await of(cast.gus, { assignees: cast.gus.id }))).toEqual([])
    expect(namesOf(await of(cast.ann, {}, cast.max))).toEqual(['of Gus', 'one'])
    expect(namesOf(await of(cast.ann, {}, cast.gus))).toEqual(['of Gus'])
    const params = { slug: cast.slug, user_id: cast.eve.id }
    expect(await cast.ann.refused('listUserWorkItems', { params })).toMatchObject({ status: 404 })
  })

  test('of the caller contains the items assigned to them', async () => {
    const item = await make(first, 'for Max', { assignee_ids: [cast.max.id] })
    expect(namesOf(await cast.max.call('listMyWorkItems', inWorkspace()))).toEqual(['for Max'])
    await cast.ann.call('updateWorkItem', { params: { ...first, id: item.id }, body: { assignee_ids: [] } })
    expect(namesOf(await cast.max.call('listMyWorkItems', inWorkspace()))).toEqual([])
  })
})

describe('a user', () => {
  test('who creates an item or is assigned is subscribed', async () => {
    const made = await make(first, 'followed', { assignee_ids: [cast.max.id] }, cast.max)
    expect(made.subscriber_ids).toEqual([cast.max.id])
    const assign = (assignee_ids: string[]) =>
      cast.max.call('updateWorkItem', { params: { ...first, id: made.id }, body: { assignee_ids } })
    expect((await assign([cast.max.id, cast.ann.id])).subscriber_ids).toEqual([cast.max.id, cast.ann.id])
    // A user who has unsubscribed and remains an assignee is not subscribed again.
    await sql(`update work_items set subscriber_ids = '{}' where id = $1`, [made.id])
    expect((await assign([cast.max.id])).subscriber_ids).toEqual([])
    await cast.max.call('changeWorkItems', {
      params: first,
      body: { issue_ids: [made.id], properties: { assignee_ids: [cast.ann.id] } },
    })
    const [changed] = await cast.max.call('pickWorkItems', { params: first, query: { issues: made.id } })
    expect(changed).toMatchObject({ assignee_ids: [cast.max.id, cast.ann.id], subscriber_ids: [cast.ann.id] })
  })
})

describe('in one project', () => {
  let own: typeof first
  let items: WorkItemRow[]

  beforeAll(async () => {
    own = await makeProject('Own', 'OWN')
    await cast.ann.call('addProjectMembers', {
      params: own,
      body: {
        members: [
          { member_id: cast.max.id, role: role.member },
          { member_id: cast.gus.id, role: role.guest },
        ],
      },
    })
    items = [
      await make(own, 'a', { description_html: '<p>Text</p>' }),
      await make(own, 'b'),
      await make(own, 'c'),
    ]
    await sql('update work_items set created_by = $1 where id = $2', [cast.gus.id, items[1]?.id])
  })

  test('an item is the same in a list and alone', async () => {
    const item = await make(own, 'whole', { start_date: '2026-03-01', assignee_ids: [cast.max.id] })
    await sql(
      `update work_items set completed_at = '2026-03-01T12:00:00.1Z', archived_at = now(), sort_order = 0.1 where id = $1`,
      [item.id],
    )
    const { description_html, is_subscribed, is_intake, ...alone } = await cast.max.call('getWorkItem', {
      params: { ...own, id: item.id },
    })
    expect(alone).toMatchObject({ completed_at: '2026-03-01T12:00:00.100Z', sort_order: 0.1 })
    const { results } = await cast.max.call('listArchivedWorkItems', { params: own })
    expect(results).toEqual([alone])
    await sql('delete from work_items where id = $1', [item.id])
  })

  test('items are returned by ids in the requested order', async () => {
    const issues = [items[2]?.id, 'nonsense', newId(), items[0]?.id, items[1]?.id].join(',')
    const pick = (who: ApiClient) => who.call('pickWorkItems', { params: own, query: { issues } })
    expect((await pick(cast.max)).map((item) => item.name)).toEqual(['c', 'a', 'b'])
    expect((await pick(cast.gus)).map((item) => item.name)).toEqual(['b'])
    const elsewhere = { params: first, query: { issues } }
    expect(await cast.max.call('pickWorkItems', elsewhere)).toEqual([])
    const nothing: Record<string, string>[] = [{}, { issues: '' }]
    for (const query of nothing) {
      expect(await cast.ann.refused('pickWorkItems', { params: own, query })).toMatchObject({
        status: 400,
        fields: { issues: ['Issues are required'] },
      })
    }
  })

  test('the list of the timeline is never grouped', async () => {
    const listing = await cast.max.call('listDetailedWorkItems', {
      params: own,
      query: { group_by: 'state' },
    })
    expect([listing.grouped_by, namesOf(listing)]).toEqual([null, ['a', 'b', 'c']])
  })

  test('the list of the timeline includes visible related items', async () => {
    const [a, b, c] = items
    const elsewhere = await make(first, 'elsewhere')
    if (!a || !b || !c) throw new Error('three items were made')
    const relate = (item: WorkItemRow, relation_type: string, issues: WorkItemRow[], params = own) =>
      cast.ann.call('createRelations', {
        params: { ...params, id: item.id },
        body: { relation_type, issues: issues.map(({ id }) => id) },
      })
    await relate(a, 'blocked_by', [b])
    await relate(a, 'start_after', [c, elsewhere])
    const related = async (who: ApiClient, query: Record<string, string>) => {
      const { results } = await who.call('listDetailedWorkItems', { params: own, query })
      return results.map(({ name, issue_relation, issue_related }) => [
        name,
        ...[issue_relation, issue_related].map((rows) =>
          rows?.map((row) => `${row.relation_type} ${row.name}`).sort(),
        ),
      ])
    }
    const expand = 'issue_relation,issue_related'
    expect(await related(cast.ann, { order_by: 'sequence_id', expand })).toEqual([
      ['a', ['blocked_by b'], ['start_after c', 'start_after elsewhere']],
      ['b', [], ['blocking a']],
      ['c', ['start_before a'], []],
    ])
    await sql('update project_members set is_active = false where project_id = $1 and member_id = $2', [
      first.project_id,
      cast.max.id,
    ])
    expect(await related(cast.max, { order_by: 'sequence_id', expand: 'issue_related' })).toEqual([
      ['a', undefined, ['start_after c']],
      ['b', undefined, ['blocking a']],
      ['c', undefined, []],
    ])
    expect(await related(cast.gus, { expand })).toEqual([['b', [], []]])
    await sql('update project_members set is_active = true where project_id = $1', [first.project_id])
    const everywhere = await cast.ann.call(
      'listDetailedWorkspaceWorkItems',
      inWorkspace({ name: 'elsewhere', expand }),
    )
    expect(everywhere.results[0]?.issue_relation).toMatchObject([{ id: a.id, relation_type: 'start_before' }])
    await sql('delete from work_item_relations', [])
    await sql('delete from work_items where id = $1', [elsewhere.id])
  })

  test('rows are limited to the requested fields', async () => {
    const list = (query: Record<string, string>) => cast.max.call('listWorkItems', { params: own, query })
    const bare = { order_by: 'sequence_id', fields: 'name, id' }
    const named = items.map(({ id, name }) => ({ id, name }))
    expect((await list(bare)).results).toEqual(named)
    expect((await list({ ...bare, group_by: 'state_detail.group' })).results).toMatchObject({
      backlog: { results: named, total_results: 3 },
    })
    const detailed = await cast.max.call('listDetailedWorkItems', {
      params: own,
      query: { fields: 'name', expand: 'issue_related', name: 'a' },
    })
    expect(detailed.results).toEqual([{ name: 'a', issue_related: [] }])
    for (const [field, value] of [
      ['fields', 'id,description_html'],
      ['fields', ''],
      ['expand', 'created_by'],
    ] as const) {
      const query = { [field]: value }
      expect(await cast.max.refused('listDetailedWorkItems', { params: own, query })).toMatchObject({
        status: 400,
        fields: { [field]: expect.any(Array) },
      })
    }
  })

  test('members list the archive in groups', async () => {
    await sql(`update work_items set archived_at = now() where id = $1`, [items[2]?.id])
    const archive = (who: ApiClient, query = {}) => who.call('listArchivedWorkItems', { params: own, query })
    expect(namesOf(await archive(cast.max))).toEqual(['c'])
    expect(namesOf(await archive(cast.max, { group_by: 'priority' }))).toEqual(['c'])
    expect(namesOf(await cast.max.call('listWorkItems', { params: own }))).toEqual(['a', 'b'])
    expect(await cast.gus.refused('listArchivedWorkItems', { params: own })).toMatchObject({ status: 403 })
    await sql(`update work_items set archived_at = null where id = $1`, [items[2]?.id])
  })

  test('a copy is updated page by page in order of change', async () => {
    const sync = (query: Record<string, string>, who = cast.max) =>
      who.call('syncWorkItems', { params: own, query })
    await sql(`update work_items set updated_at = '2020-01-01' where id = $1`, [items[1]?.id])
    const page = await sync({ cursor: '2:0:0', description: 'true' })
    expect(page).toMatchObject({
      prev_cursor: null,
      cursor: '2:0:0',
      next_cursor: expect.stringMatching(/^2:1:0:/),
      prev_page_results: false,
      next_page_results: true,
      page_count: 2,
      total_results: 3,
      total_pages: 2,
    })
    expect(page.results.map(({ name, description_html }) => [name, description_html])).toEqual([
      ['b', '<p></p>'],
      ['a', '<p>Text</p>'],
    ])
    const last = await sync({ cursor: page.next_cursor ?? '' })
    expect(last).toMatchObject({ cursor: page.next_cursor, next_cursor: null, page_count: 1 })
    expect(await sync({ cursor: '2:1:0' })).toMatchObject({ results: [{ name: 'c' }], page_count: 1 })
    const back = await sync({ cursor: last.prev_cursor ?? '' })
    expect(back).toMatchObject({ prev_cursor: null, next_cursor: page.next_cursor, page_count: 2 })
    expect(back.results.map(({ name }) => name)).toEqual(['b', 'a'])
    expect(last.results[0]).not.toHaveProperty('description_html')
    const since = await sync({ updated_at__gt: '2020-01-01T00:00:00Z' })
    expect(since.results.map((item) => item.name)).toEqual(['a', 'c'])
    expect((await sync({}, cast.gus)).results.map((item) => item.name)).toEqual(['b'])
  })

  test('a copy learns what was deleted or archived', async () => {
    const [deleted, archived] = [await make(own, 'deleted'), await make(own, 'archived')]
    const gone = (query: Record<string, string>, who = cast.max) =>
      who.call('listDeletedWorkItems', { params: own, query })
    expect(await gone({})).toEqual([])
    await cast.ann.call('deleteWorkItem', { params: { ...own, id: deleted.id } })
    await sql(`update work_items set archived_at = now(), updated_at = '2020-01-01' where id = $1`, [
      archived.id,
    ])
    expect(await gone({})).toEqual([archived.id, deleted.id])
    expect(await gone({ updated_at__gt: '2020-01-02' })).toEqual([deleted.id])
    expect(await gone({}, cast.gus)).toEqual([])
    expect(
      await cast.max.refused('listDeletedWorkItems', { params: own, query: { updated_at__gt: 'x' } }),
    ).toMatchObject({ status: 400, fields: { updated_at__gt: expect.any(Array) } })
    for (const updated_at__gt of [
      '2026-01-01T00:00:00+16:00',
      '2026-01-01T00:00:00-23:59',
      '0000-01-01',
      '0000-01-01T00:00:00Z',
    ]) {
      for (const name of ['syncWorkItems', 'listDeletedWorkItems'] as const) {
        expect(
          await cast.max.refused(name, { params: own, query: { updated_at__gt } }),
          updated_at__gt,
        ).toMatchObject({ status: 400, fields: { updated_at__gt: expect.any(Array) } })
      }
    }
    const query = { updated_at__gt: '2026-01-01T00:00:00+15:59' }
    await cast.max.call('syncWorkItems', { params: own, query })
  })

  test('dates use the time zone of the caller', async () => {
    await sql(`update work_items set created_at = '2026-03-01T23:30:00Z' where id = $1`, [items[0]?.id])
    const made = (who: ApiClient) =>
      who.call('listWorkItems', { params: own, query: { created_at: '2026-03-02;before' } })
    await sql(`update users set user_timezone = 'Pacific/Honolulu' where id = $1`, [cast.max.id])
    const onFirst = { params: own, query: { created_at: '2026-03-01' } }
    expect(namesOf(await made(cast.ann))).toEqual(['a'])
    expect(namesOf(await cast.max.call('listWorkItems', onFirst))).toEqual(['a'])
    await sql(`update users set user_timezone = 'Europe/Berlin' where id = $1`, [cast.max.id])
    expect(namesOf(await cast.max.call('listWorkItems', onFirst))).toEqual([])
  })

  test('a relative date uses the requested day and the weeks of the caller', async () => {
    const item = await make(first, 'In a week', { target_date: '2026-01-13' })
    // The day `2026-01-18` is a Sunday, which is the last day of a week that starts on Monday.
    const query = { filters: JSON.stringify({ target_date__within: 'this_week' }), today: '2026-01-18' }
    const lists = async (person: ApiClient) => {
      const answer = await person.call('listWorkItems', { params: first, query })
      return groupsFromListingResponse(answer).rows.some((row) => row.id === item.id)
    }
    expect(await lists(cast.ann)).toBe(false)
    await cast.ann.call('updateProfile', { body: { start_of_the_week: 1 } })
    expect(await lists(cast.ann)).toBe(true)
    expect(await lists(cast.max)).toBe(false)
    const view = await cast.ann.call('createView', {
      params: first,
      body: { name: 'Due', rich_filters: { target_date__within: 'this_week' } },
    })
    expect(view.rich_filters).toEqual({ target_date__within: 'this_week' })
    const inView = async (today: string) =>
      groupsFromListingResponse(
        await cast.ann.call('listViewWorkItems', {
          params: { ...first, view_id: view.id },
          query: { today },
        }),
      ).rows.some((row) => row.id === item.id)
    expect([await inView('2026-01-18'), await inView('2026-01-19')]).toEqual([true, false])
  })

  test('groups and sub-groups have totals', async () => {
    await sql(`update work_items set priority = 'high' where id = $1`, [items[0]?.id])
    const listing = await cast.max.call('listWorkItems', {
      params: own,
      query: { group_by: 'priority', sub_group_by: 'state_detail.group', cursor: '1:0:0' },
    })
    expect(listing).toMatchObject({
      grouped_by: 'priority',
      sub_grouped_by: 'state__group',
      total_results: 3,
      total_pages: 2,
      count: 2,
      next_cursor: '1:1:0',
      next_page_results: true,
      results: {
        high: {
          total_results: 1,
          results: { backlog: { total_results: 1 }, started: { results: [], total_results: 0 } },
        },
        none: { total_results: 2, results: { backlog: { total_results: 2 } } },
        urgent: { total_results: 0, results: { backlog: { results: [], total_results: 0 } } },
      },
    })
    expect(
      await cast.max.call('listWorkItems', { params: own, query: { group_by: 'labels', name: 'nobody' } }),
    ).toMatchObject({ grouped_by: 'labels__id', total_results: 0, results: {} })
  })

  test('a rejected filter tree names the reason', async () => {
    const refusal = await cast.max.refused('listWorkItems', { params: own, query: { filters: '{"and":[]}' } })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
    expect(refusal.fields).toEqual({ filters: [refusal.error] })
    const twice = { group_by: 'state', sub_group_by: 'state_id' }
    expect(await cast.max.refused('listWorkItems', { params: own, query: twice })).toMatchObject({
      status: 400,
      error: 'Group by and sub group by cannot have same parameters',
      fields: { sub_group_by: expect.any(Array) },
    })
  })

  test('an invalid filter value is rejected with the accepted ones', async () => {
    for (const [tree, message] of [
      [
        { target_date__within: 'soon' },
        'A filter has an invalid value. target_date__within takes overdue, today, yesterday, tomorrow, last_week, this_week, next_week, last_month, this_month, next_month, last_N_days or next_N_days.',
      ],
      [{ start_date__lt: 'soon' }, 'A filter has an invalid value. start_date__lt takes a day, YYYY-MM-DD.'],
    ] as const) {
      const refusal = await cast.ann.refused('listWorkItems', {
        params: first,
        query: { filters: JSON.stringify(tree) },
      })
      expect([refusal.status, refusal.fields]).toEqual([400, { filters: [message] }])
    }
    const refusal = await cast.ann.refused('listWorkItems', { params: first, query: { today: '0999-01-01' } })
    expect([refusal.status, refusal.fields]).toEqual([
      400,
      { today: ['The year must be between 1000 and 2999.'] },
    ])
  })

  test('security 30: hostile names and values remain values', async () => {
    const name = `'); drop table work_items; --`
    const [label] = await Promise.all([
      cast.ann.call('createLabel', { params: own, body: { name: `${name} "]}` } }),
      make(own, name),
    ])
    await cast.ann.call('updateWorkItem', {
      params: { ...own, id: items[0]?.id ?? '' },
      body: { label_ids: [label.id] },
    })
    const list = (query: Record<string, string>) => cast.max.call('listWorkItems', { params: own, query })
    expect(namesOf(await list({ name }))).toEqual([name])
    expect(namesOf(await list({ order_by: 'labels__name', labels: label.id }))).toEqual(['a'])
    for (const value of [name, `${label.id}' or '1'='1`, '{}', '{"a"}', '\\']) {
      for (const field of ['labels', 'state', 'state_group', 'priority', 'created_by', 'cycle']) {
        expect(namesOf(await list({ [field]: value }))).toEqual([])
      }
    }
  })
})
