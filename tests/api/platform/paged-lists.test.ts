import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CallName, calls } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

/*
 * Tests all paged lists: following `next_cursor` returns each existing row exactly once, even if others insert and
 * delete rows. The rows are copies of one row, and each timestamp occurs twice.
 */

interface Rows {
  /**
   * The tables that store a row of the list. The first table has the column `order`, by which the list is sorted.
   * The other tables contain further data of the row under the same id.
   */
  tables: readonly [string, ...string[]]
  id: string
  order: string
  /** States whether the list begins with the newest or with the oldest rows. */
  first: 'newest' | 'oldest'
  /** Returns values for the columns of a copied row that must be unique. */
  differs?: (number: number) => object
}

interface List {
  rows: Rows
  params?: Record<string, string>
  query?: Record<string, string>
}

let atlas: ProjectTestServer
const lists = new Map<CallName, List>()

/**
 * Search results are sorted with the best match first. `tests/api/personal/search.test.ts` tests their
 * cursor.
 */
const withOtherOrder: readonly CallName[] = ['findInWorkspace']

const paged = Object.entries(calls).flatMap(([name, call]) =>
  'query' in call && 'cursor' in call.query.shape ? [name as CallName] : [],
)

let client: pg.Client

async function sql(statement: string, values: unknown[] = []) {
  return (await client.query(statement, values)).rows
}

beforeAll(async () => {
  atlas = await startProjectTestServer()
  client = new pg.Client({ connectionString: atlas.server.databaseUrl })
  await client.connect()
  const { params, cast } = atlas
  const { ann, slug, workspace_id } = cast
  const { project_id } = params
  const at = { workspace_id, project_id }
  await sql('insert into instance_admins (user_id) values ($1)', [ann.id])
  await sql(
    'update projects set cycle_view = true, module_view = true, inbox_view = true, is_epic_enabled = true where id = $1',
    [project_id],
  )

  const item = await atlas.make('Item', { assignee_ids: [ann.id] })
  const cycle = await ann.call('createCycle', { params, body: { name: 'Now' } })
  const span = [new Date(Date.now() - day), new Date(Date.now() + day), cycle.id]
  await sql('update cycles set start_date = $1, end_date = $2 where id = $3', span)
  const module = await ann.call('createModule', { params, body: { name: 'Engine' } })
  await sql('update work_items set cycle_id = $1, module_ids = $2 where id = $3', [
    cycle.id,
    [module.id],
    item.id,
  ])
  const view = await ann.call('createView', { params, body: { name: 'All' } })
  const wide = await ann.call('createWorkspaceView', { params: { slug }, body: { name: 'Everything' } })
  const { anchor } = await ann.call('publishProject', { params, body: {} })
  const items = rowsOf(item.id)
  for (const name of ['listWorkItems', 'listDetailedWorkItems'] as const) add(name, items)
  for (const name of ['listWorkspaceWorkItems', 'listDetailedWorkspaceWorkItems', 'listMyWorkItems'] as const)
    add(name, items)
  add('listUserWorkItems', items, { user_id: ann.id })
  add('listCycleWorkItems', items, { cycle_id: cycle.id })
  add('listModuleWorkItems', items, { module_id: module.id })
  add('listViewWorkItems', items, { view_id: view.id }, { group_by: '' })
  add('listWorkspaceViewWorkItems', items, { view_id: wide.id }, { group_by: '' })
  add('listPublishedItems', { ...items, order: 'sort_order', first: 'oldest' }, { anchor })
  add('syncWorkItems', { ...items, order: 'updated_at', first: 'oldest' })

  const team = await ann.call('createTeamspace', {
    params: { slug },
    body: { name: 'Design', project_ids: [project_id] },
  })
  const ofTeam = { teamspace_id: team.id }
  const teamView = await ann.call('createTeamspaceView', {
    params: { slug, ...ofTeam },
    body: { name: 'Ours' },
  })
  add('listTeamspaceWorkItems', items, ofTeam)
  const [teamActivity] = await sql('select id from teamspace_activities where teamspace_id = $1 limit 1', [
    team.id,
  ])
  add('listTeamspaceActivities', newestFirst('teamspace_activities', teamActivity?.['id']), ofTeam)
  add('listTeamspaceViewWorkItems', items, { ...ofTeam, view_id: teamView.id }, { group_by: '' })

  const archived = await atlas.make('Archived')
  await sql('update work_items set archived_at = now() where id = $1', [archived.id])
  add('listArchivedWorkItems', rowsOf(archived.id))
  const trashed = await atlas.make('Trashed')
  await sql('update work_items set deleted_at = now() where id = $1', [trashed.id])
  add('listTrashedWorkItems', { ...rowsOf(trashed.id), order: 'deleted_at' })

  const epic = await ann.call('createEpic', { params, body: { name: 'Epic' } })
  add('listEpics', rowsOf(epic.id))
  add('listDetailedEpics', rowsOf(epic.id))
  add('syncEpics', { ...rowsOf(epic.id), order: 'updated_at', first: 'oldest' })
  const sent = await ann.call('createInboxIssue', { params, body: { issue: { name: 'Sent in' } } })
  for (const name of ['listInboxIssues', 'listIntakeIssues'] as const)
    add(name, rowsOf(sent.issue.id, 'intake_issues'))

  const moments = { last_saved_at: new Date(), created_at: new Date(), updated_at: new Date() }
  for (const [name, issue_id] of [
    ['listDescriptionVersions', item.id],
    ['listWorkItemVersions', item.id],
    ['listEpicVersions', epic.id],
    ['listIntakeVersions', sent.issue.id],
  ] as const) {
    const version = await insert('description_versions', { ...at, ...moments, issue_id })
    add(name, { ...newestFirst('description_versions', version), order: 'id' }, { id: issue_id })
  }

  add('listActiveCycles', { tables: ['cycles'], id: cycle.id, order: 'end_date', first: 'oldest' })
  const activity = await insert('work_item_activities', {
    ...{ workspace_id, issue_id: item.id, actor_id: ann.id, verb: 'created', created_at: new Date() },
  })
  add('listUserActivity', newestFirst('work_item_activities', activity), { user_id: ann.id })
  add('listMyActivities', newestFirst('work_item_activities', activity))

  const made = await ann.call('exportWorkItems', { params: { slug }, body: { provider: 'csv' } })
  add('listExports', newestFirst('exports', made.id))
  const draft = await ann.call('createProjectDraft', { params, body: { name: 'Draft' } })
  add('listDrafts', newestFirst('drafts', draft.id))
  add('listProjectDrafts', newestFirst('drafts', draft.id))
  const sticky = await ann.call('createSticky', { params: { slug }, body: {} })
  add('listStickies', { ...newestFirst('stickies', sticky.id), order: 'sort_order' })

  const notification = await insert('notifications', {
    ...{ ...at, issue_id: item.id, entity_identifier: item.id, entity_name: 'issue', receivers: [ann.id] },
    ...{ title: '', message_html: '', happened: [], is_mentioned_notification: false },
    ...{ data: { issue_activities: [], issue_activity: {} }, created_at: new Date(), updated_at: new Date() },
  })
  await sql(
    `insert into notification_receipts (notification_id, receiver, workspace_id, sender) values ($1, $2, $3, 'in_app:issue_activities:assigned')`,
    [notification, ann.id, workspace_id],
  )
  add(
    'listNotifications',
    { ...newestFirst('notifications', notification), tables: ['notifications', 'notification_receipts'] },
    {},
    { per_page: '1000' },
  )

  const page = await ann.call('createPage', { params, body: { name: 'Page' } })
  const wikiPage = await ann.call('createWorkspacePage', { params: { slug }, body: { name: 'Page' } })
  await sql('update pages set deleted_at = now() where id = any($1)', [[page.id, wikiPage.id]])
  add('listTrashedPages', { ...newestFirst('pages', page.id), order: 'deleted_at' })
  add('listTrashedWorkspacePages', { ...newestFirst('pages', wikiPage.id), order: 'deleted_at' })

  const [record] = await sql('select id from audit_records where workspace_id = $1 limit 1', [workspace_id])
  for (const name of ['listAuditRecords', 'listInstanceAuditRecords'] as const)
    add(name, newestFirst('audit_records', record?.['id']))
  add('listInstanceWorkspaces', {
    ...newestFirst('workspaces', workspace_id),
    differs: (number) => ({ slug: `copy-${number}` }),
  })
  add('listInstancePeople', {
    ...newestFirst('users', cast.max.id),
    order: 'last_login_time',
    differs: (number) => ({ email: `copy-${number}@example.com`, username: `copy-${number}` }),
  })
  await sql('update work_items set updated_at = $1', [new Date(begin + 2 * day)])
})
afterAll(async () => {
  await client.end()
  await atlas.close()
})

const hour = 3_600_000
const day = 24 * hour
const begin = Date.now()

function add(name: CallName, rows: Rows, params: Record<string, string> = {}, query = {}): void {
  lists.set(name, { rows, params: { ...atlas.params, ...params }, query })
}

function newestFirst(table: string, id: string): Rows {
  return { tables: [table], id, order: 'created_at', first: 'newest' }
}

function rowsOf(id: string, ...others: string[]): Rows {
  const differs = (number: number) => ({ sequence_id: 1000 + number })
  return { ...newestFirst('work_items', id), tables: ['work_items', ...others], differs }
}

async function insert(table: string, fields: object): Promise<string> {
  const id = newId()
  const names = Object.keys({ id, ...fields }).join(', ')
  await sql(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify({ id, ...fields })],
  )
  return id
}

let copies = 0
const copied = new Map<string, string>()

afterEach(async () => {
  for (const [id, table] of copied) await sql(`delete from ${table} where id = $1`, [id])
  copied.clear()
})

/**
 * Copies a row and places the copy by `steps`. A positive number places it after the last row of the list, a negative
 * number before the first row.
 */
async function copy({ tables, id, order, first, differs }: Rows, steps: number): Promise<string> {
  const number = copies++
  const isNewer = first === 'newest' ? -steps : steps
  const value: Record<string, unknown> = {
    sort_order: (first === 'newest' ? 1e7 : 0) + isNewer * 10 + 0.1,
    id: `f${String(5000 + isNewer).padStart(7, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`,
  }
  const own = order === 'id' ? value['id'] : newId()
  const base = begin + (first === 'newest' ? 2 * day : hour)
  const placed = value[order] ?? `${new Date(base + isNewer * 1000).toISOString().slice(0, -1)}456Z`
  for (const [at, table] of tables.entries()) {
    const key = table === 'notification_receipts' ? 'notification_id' : 'id'
    const patch = { ...(at === 0 && { [order]: placed, ...differs?.(number) }), [key]: own }
    await sql(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || $2)).* from ${table} t where ${key} = $1`,
      [id, JSON.stringify(patch)],
    )
  }
  copied.set(String(own), tables[0])
  return String(own)
}

interface Read {
  results: { id: string }[]
  next_cursor: string | null
}

/**
 * Reads one page of a list and detects the last page. On the last page, the audit log and the lists that clients copy
 * completely have no `next_cursor`. The other lists set `next_page_results` to false.
 */
async function read(name: CallName, query: Record<string, string>): Promise<Read & { isLast: boolean }> {
  const { params, query: always } = lists.get(name) ?? {}
  // Each call has different parameters, which `lists` defines, so TypeScript cannot check them here.
  const input = { params, query: { ...always, ...query } } as Parameters<typeof atlas.cast.ann.call>[1]
  const answer: unknown = await atlas.cast.ann.call(name, input)
  const page = answer as Read & { next_page_results?: boolean }
  return { ...page, isLast: page.next_cursor === null || page.next_page_results === false }
}

/** Returns all ids in page order. `meanwhile` runs between two pages. */
async function walk(name: CallName, meanwhile: (seen: string[]) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await read(name, cursor === null ? { per_page: '2' } : { per_page: '2', cursor })
    seen.push(...page.results.map(({ id }) => id))
    if (page.isLast) return seen
    cursor = page.next_cursor
    await meanwhile(seen)
  }
}

async function allOf(name: CallName): Promise<string[]> {
  return (await read(name, { per_page: '100' })).results.map(({ id }) => id)
}

test('all paged lists are tested here', () => {
  expect([...lists.keys(), ...withOtherOrder].sort()).toEqual(paged.toSorted())
})

/** Returns true for lists whose entries are never deleted. Their cursors may require that an entry still exists. */
const isPermanent = (name: CallName) => name.includes('Audit') || name === 'listTeamspaceActivities'

describe('a list by pages misses no row and repeats none', () => {
  test.each(paged.filter((name) => !withOtherOrder.includes(name)))('%s', async (name) => {
    const { rows } = lists.get(name) ?? {}
    if (rows === undefined) throw new Error('the list is not known')
    for (const steps of [0, 0, 1, 2, 2, 3, 3]) await copy(rows, steps)
    const before = await allOf(name)
    expect(before.length).toBeGreaterThan(7)

    const inserted: string[] = []
    const whileInserting = await walk(name, async () => inserted.push(await copy(rows, -1 - inserted.length)))
    expect(whileInserting.filter((id) => !inserted.includes(id))).toEqual(before)
    expect((await allOf(name)).slice(0, inserted.length)).toEqual(inserted.toReversed())

    const whole = await allOf(name)
    const deleted = new Set<string>()
    const whileDeleting = await walk(name, async (seen) => {
      // Also deletes the last row that was read. The cursor contains the key of this row and must still work.
      const id = seen.findLast((one) => copied.has(one) && !deleted.has(one))
      if (id === undefined || isPermanent(name)) return
      deleted.add(id)
      await sql(`delete from ${rows.tables[0]} where id = $1`, [id])
    })
    expect(whileDeleting).toEqual(whole)
    expect(deleted.size > 0).toBe(!isPermanent(name))
  })
})

test('a group continues behind its last row in the list without groups', async () => {
  const { ann } = atlas.cast
  const { params } = atlas
  const rows = lists.get('listWorkItems')?.rows
  if (rows === undefined) throw new Error('the list is not known')
  for (const steps of [0, 0, 1, 2]) await copy(rows, steps)
  const query = { order_by: 'priority', per_page: '2' }
  const before = await ann.call('listWorkItems', { params, query: { order_by: 'priority' } })
  const grouped = await ann.call('listWorkItems', {
    params,
    query: { ...query, group_by: 'priority', sub_group_by: 'cycle_id' },
  })
  const group = (grouped.results as Record<string, Lanes>)['none']
  const [cycle] = Object.keys(group?.results ?? {})
  const lane = group?.results[cycle ?? '']
  expect(lane?.results).toHaveLength(2)
  const seen = [...(lane?.results ?? [])]
  for (let cursor = lane?.next_cursor ?? null; cursor !== null; ) {
    await copy(rows, -1)
    const narrowed = { ...query, priority: 'none', cycle: cycle ?? '', cursor }
    const page = await ann.call('listWorkItems', { params, query: narrowed })
    seen.push(...(page.results as { id: string }[]))
    cursor = page.next_page_results ? page.next_cursor : null
  }
  expect(seen.map(({ id }) => id)).toEqual((before.results as { id: string }[]).map(({ id }) => id))
  const whole = await ann.call('listWorkItems', { params, query: { group_by: 'priority' } })
  expect((whole.results as unknown as Record<string, Lane>)['none']?.next_cursor).toBeNull()
})

interface Lane {
  results: { id: string }[]
  next_cursor: string | null
}

interface Lanes {
  results: Record<string, Lane>
}

test('a cursor by number is read, and a made-up key is refused', async () => {
  const { ann } = atlas.cast
  const { params } = atlas
  const rows = lists.get('listWorkItems')?.rows
  if (rows === undefined) throw new Error('the list is not known')
  for (const steps of [0, 1, 2]) await copy(rows, steps)
  const all = await allOf('listWorkItems')
  const second = await read('listWorkItems', { cursor: '2:1:0' })
  expect(second.results.map(({ id }) => id)).toEqual(all.slice(2, 4))
  const keys = [['1'], ['x', newId()], ['1', 'x'], [null, newId()], [1, newId()], { 0: '1' }, '1', null]
  for (const key of keys) {
    const cursor = `2:1:0:${Buffer.from(JSON.stringify(key)).toString('base64url')}`
    expect(await ann.refused('listWorkItems', { params, query: { cursor } })).toMatchObject({
      status: 400,
      fields: { cursor: ['Invalid cursor parameter.'] },
    })
  }
})

test('a list by dates goes on behind the last day there is', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Never', 'NEV')
  for (const name of ['One', 'Two', 'Three'])
    await atlas.make(name, { target_date: '9999-12-31' }, ann, place)
  const query = { order_by: 'target_date', per_page: '2' } as const
  const first = await ann.call('listWorkItems', { params: place, query })
  const cursor = first.next_cursor ?? ''
  const second = await ann.call('listWorkItems', { params: place, query: { ...query, cursor } })
  expect([first.results, second.results].flat()).toHaveLength(3)
})
