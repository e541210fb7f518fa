import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { purgeDeletedProjects } from '#api/organization/projects/purge.ts'
import { purgeCyclesAndModules } from '#api/planning/cycles-and-modules/purge.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { isActivityRecord } from '#common/work/activities/rules.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { attachFileToItem } from '../../support/upload.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
})
afterAll(() => atlas.close())

interface Item {
  id: string
  project_id?: string
}

const at = (item: Item) => ({ ...atlas.params, id: item.id })

/** Returns the activity records of the item after the server has processed all changes of the feed. */
async function history(item: Item, who: ApiClient = atlas.cast.ann, query: Record<string, string> = {}) {
  await pollUntilTrue(async () => {
    const [row] = await runSql<{ is_read: boolean }>(
      atlas.server.databaseUrl,
      `select v.version = c.version as is_read from workspace_versions v
       join feed_cursors c on c.workspace_id = v.workspace_id where c.reader = 'activities' and v.workspace_id = $1`,
      [atlas.cast.workspace_id],
    )
    return row?.is_read === true
  })
  const params = { ...at(item), ...(item.project_id && { project_id: item.project_id }) }
  return (await who.call('listHistory', { params, query })).filter(isActivityRecord)
}

/**
 * Returns the verb, field, old value and new value of all activity records after the creation of the item.
 */
async function told(item: Item, who?: ApiClient) {
  const [made, ...records] = await history(item, who)
  expect(made).toMatchObject({ verb: 'created', field: null, comment: 'created the issue' })
  return records.map(({ verb, field, old_value, new_value }) => [verb, field, old_value, new_value])
}

/** Purges all deleted projects, as if their restore period was over. */
const purgeProjectsNow = () => withOrm((orm) => purgeDeletedProjects(orm, Date.now() + 365 * 24 * 3_600_000))

/** Purges all deleted cycles and modules, as if their restore period was over. */
const purgePlansNow = () =>
  withOrm((orm) => purgeCyclesAndModules(orm.em.fork(), new Date(Date.now() + 24 * 3_600_000)))

async function withOrm(act: (orm: Orm) => Promise<unknown>): Promise<void> {
  const bus = createBus(null)
  const orm = await createOrm(atlas.server.databaseUrl, bus)
  await act(orm)
  await orm.close(true)
  await bus.close()
}

const update = (item: Item, body: object, who: ApiClient = atlas.cast.ann) =>
  who.call('updateWorkItem', { params: at(item), body })

describe('the history of a work item', () => {
  test('names the author and date of a sample item, not the user who requested the sample', async () => {
    const { ann } = atlas.cast
    const { project_id } = await ann.call('createSampleWorkspace', { params: { slug: atlas.params.slug } })
    const params = { slug: atlas.params.slug, project_id }
    const { results } = await ann.call('listWorkItems', { params, query: { per_page: '100' } })
    const items = Array.isArray(results) ? results : []
    expect(items.length).toBeGreaterThan(50)
    for (const { id, created_by, created_at } of [...items.slice(0, 2), ...items.slice(-2)]) {
      expect(created_by).not.toBe(ann.id)
      const [made] = await history({ id, project_id })
      expect(made).toMatchObject({ verb: 'created', actor: created_by, created_at })
    }
    await ann.call('deleteProject', { params })
  })

  test('contains logged time for those who may read it', async () => {
    const { ann, max, gus } = atlas.cast
    const switchTime = (is_time_tracking_enabled: boolean) =>
      ann.call('updateProject', { params: atlas.params, body: { is_time_tracking_enabled } })
    await switchTime(true)
    const item = await atlas.make('Timed')
    const log = await max.call('createWorklog', { params: at(item), body: { duration: 30 } })
    const params = { ...at(item), worklog_id: log.id }
    await max.call('updateWorklog', { params, body: { duration: 45 } })
    await max.call('updateWorklog', { params, body: { description: 'Only the text' } })
    await max.call('deleteWorklog', { params })
    expect(await told(item)).toEqual([
      ['created', 'worklog', '', '30'],
      ['updated', 'worklog', '30', '45'],
      ['deleted', 'worklog', '45', ''],
    ])
    await atlas.give(item, gus)
    expect(await told(item, gus)).toEqual([])
    await switchTime(false)
    expect(await told(item)).toEqual([])
  })

  test('starts with the author and the date', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Made', {}, max)
    const [record, ...others] = await history(item)
    expect(others).toEqual([])
    expect(record).toMatchObject({
      issue: item.id,
      actor: max.id,
      actor_detail: { id: max.id },
      issue_detail: { id: item.id, name: 'Made', sequence_id: item.sequence_id },
      project_detail: { id: atlas.params.project_id, identifier: 'ATL' },
      workspace_detail: { slug: atlas.params.slug },
      created_at: expect.any(String),
    })
    expect(record?.actor_detail).not.toHaveProperty('email')
    expect(record?.epoch).toBeCloseTo(Date.parse(record?.created_at ?? '') / 1000, 2)
  })

  test.each<[string, object, string[]]>([
    ['name', { name: 'Later' }, ['Item', 'Later']],
    ['priority', { priority: 'high' }, ['none', 'high']],
    ['start_date', { start_date: '2026-03-01' }, ['', '2026-03-01']],
    ['target_date', { target_date: '2026-03-09' }, ['', '2026-03-09']],
  ])('tells of %s with its values', async (field, body, values) => {
    const item = await atlas.make('Item')
    await update(item, body)
    expect(await told(item)).toEqual([['updated', field, ...values]])
  })

  test('contains names and ids of states, labels, people and the parent', async () => {
    const { ann, max } = atlas.cast
    const label = await ann.call('createLabel', { params: atlas.params, body: { name: 'Kind' } })
    const [whole, item] = [await atlas.make('Whole'), await atlas.make('Part')]
    const [from, to] = [atlas.states['backlog'], atlas.states['started']]
    await update(item, { state_id: to })
    await update(item, { label_ids: [label.id] })
    await update(item, { assignee_ids: [ann.id, max.id] })
    await update(item, { assignee_ids: [max.id] })
    await update(item, { parent_id: whole.id })
    await update(item, { label_ids: [], parent_id: null })
    const key = `ATL-${whole.sequence_id}`
    const records = await told(item)
    expect(records.slice(0, 2)).toEqual([
      ['updated', 'state', 'Backlog', 'In Progress'],
      ['updated', 'labels', '', 'Kind'],
    ])
    const people = records.slice(2, 5).map(([, field, old, now]) => [field, old !== '', now !== ''])
    expect(people).toEqual([
      ['assignees', false, true],
      ['assignees', false, true],
      ['assignees', true, false],
    ])
    expect(records.slice(5, 6)).toEqual([['updated', 'parent', '', key]])
    expect(records.slice(6)).toHaveLength(2)
    expect(records.slice(6)).toContainEqual(['updated', 'labels', 'Kind', ''])
    expect(records.slice(6)).toContainEqual(['updated', 'parent', key, ''])
    const state = (await history(item)).find(({ field }) => field === 'state')
    expect(state).toMatchObject({ old_identifier: from, new_identifier: to })
  })

  test('contains files by name when added, deleted and restored', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('With a file')
    const file = { name: 'plan.txt', type: 'text/plain', bytes: Buffer.from('A plan') }
    const { id } = await attachFileToItem(atlas.server, max, at(item), file)
    await ann.call('deleteAttachment', { params: { ...at(item), attachment_id: id } })
    await ann.call('restoreAttachment', { params: { ...at(item), attachment_id: id } })
    expect(await told(item)).toEqual([
      ['created', 'attachment', '', 'plan.txt'],
      ['deleted', 'attachment', 'plan.txt', ''],
      ['created', 'attachment', '', 'plan.txt'],
    ])
    const [, first] = await history(item)
    expect(first?.actor).toBe(max.id)
  })

  test('merges the edits of one person into one record', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Described')
    const write = (text: string, who: ApiClient) => update(item, { description_html: `<p>${text}</p>` }, who)
    await write('One', ann)
    await history(item)
    await write('One two', ann)
    await write('One two three', ann)
    await write('Four', max)
    await write('Five', ann)
    const records = (await history(item)).filter(({ field }) => field === 'description')
    expect(records.map(({ actor }) => actor)).toEqual([ann.id, max.id, ann.id])
  })

  test('contains archiving and deleting', async () => {
    const { ann } = atlas.cast
    const item = await atlas.make('Put away', { state_id: atlas.states['completed'] })
    await ann.call('archiveWorkItem', { params: at(item) })
    await ann.call('unarchiveWorkItem', { params: at(item) })
    await runSql(
      atlas.server.databaseUrl,
      `update work_items set created_at = created_at - interval '1 day' where id = $1`,
      [item.id],
    )
    await ann.call('deleteWorkItem', { params: at(item) })
    await ann.call('restoreWorkItem', { params: at(item) })
    expect(await told(item)).toEqual([
      ['updated', 'archived_at', '', 'archive'],
      ['updated', 'archived_at', '', 'restore'],
      ['deleted', 'issue', '', ''],
      ['restored', 'issue', '', ''],
    ])
  })

  test('contains imported items with their original date', async () => {
    const { ann } = atlas.cast
    const { project_id } = await ann.call('createSampleWorkspace', { params: { slug: atlas.params.slug } })
    const verbs = () =>
      runSql<{ verb: string; items: number }>(
        atlas.server.databaseUrl,
        `select a.verb, count(distinct a.issue_id)::int as items from work_item_activities a
         join work_items w on w.id = a.issue_id where w.project_id = $1 group by a.verb order by a.verb`,
        [project_id],
      )
    await expect.poll(verbs, { timeout: 10_000 }).toEqual([
      { verb: 'created', items: 70 },
      { verb: 'updated', items: 50 },
    ])
  })

  test('records a relation for both items, but not when it is only hidden', async () => {
    const { ann } = atlas.cast
    const [one, two] = [await atlas.make('One'), await atlas.make('Two')]
    const [first, second] = [`ATL-${one.sequence_id}`, `ATL-${two.sequence_id}`]
    const body = { relation_type: 'blocked_by' as const, issues: [two.id] }
    await ann.call('createRelations', { params: at(one), body })
    await runSql(
      atlas.server.databaseUrl,
      `update work_item_relations set created_at = created_at - interval '1 day'`,
    )
    await ann.call('deleteWorkItem', { params: at(two) })
    await ann.call('restoreWorkItem', { params: at(two) })
    await history(one)
    await ann.call('removeRelation', {
      params: at(one),
      body: { relation_type: 'blocked_by', related_issue: two.id },
    })
    expect(await told(one)).toEqual([
      ['updated', 'blocked_by', '', second],
      ['deleted', 'blocked_by', second, ''],
    ])
    const others = (await history(two)).filter(({ field }) => field === 'blocking')
    expect(others.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
      ['', first],
      [first, ''],
    ])
  })

  test('contains links by URL, not by page title', async () => {
    const { ann } = atlas.cast
    const item = await atlas.make('Linked')
    const { id } = await ann.call('createLink', { params: at(item), body: { url: 'http://a.example/' } })
    const params = { ...at(item), link_id: id }
    await ann.call('updateLink', { params, body: { title: 'A' } })
    await ann.call('updateLink', { params, body: { url: 'http://b.example/' } })
    await ann.call('deleteLink', { params })
    expect(await told(item)).toEqual([
      ['created', 'link', '', 'http://a.example/'],
      ['updated', 'link', 'http://a.example/', 'http://b.example/'],
      ['deleted', 'link', 'http://b.example/', ''],
    ])
  })

  test('stores reactions but does not show them', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Liked')
    await max.call('addReaction', { params: at(item), body: { reaction: '128077' } })
    await max.call('removeReaction', { params: { ...at(item), reaction: '128077' } })
    expect(await told(item, ann)).toEqual([])
    const kept = await runSql(
      atlas.server.databaseUrl,
      `select verb, old_value, new_value from work_item_activities
       where issue_id = $1 and field = 'reaction' and actor_id = $2 order by created_at, id`,
      [item.id, max.id],
    )
    expect(kept).toEqual([
      { verb: 'created', old_value: null, new_value: '128077' },
      { verb: 'deleted', old_value: '128077', new_value: null },
    ])
  })

  test('moves with the item, and names the former project to its members', async () => {
    const { ann, max } = atlas.cast
    const next = await atlas.makeProject('Next', 'NXT')
    await ann.call('addProjectMembers', {
      params: next,
      body: { members: [{ member_id: max.id, role: 15 }] },
    })
    const secret = await atlas.makeProject('Secret', 'SEC')
    const item = await atlas.make('Wanders', {}, ann, secret)
    await ann.call('moveWorkItems', {
      params: secret,
      body: { issue_ids: [item.id], new_project_id: next.project_id },
    })
    const there = { ...item, project_id: next.project_id }
    const moves = async (who: ApiClient) =>
      (await history(there, who))
        .filter(({ field }) => field === 'project')
        .map(({ old_value, new_value }) => [old_value, new_value])
    expect(await moves(ann)).toEqual([['Secret', 'Next']])
    expect(await moves(max)).toEqual([['', 'Next']])
  })

  test('names the cycles and modules of a former project only to its members', async () => {
    const { ann, max } = atlas.cast
    const next = await atlas.makeProject('Landing', 'LND')
    const members = [{ member_id: max.id, role: 15 }] as const
    await ann.call('addProjectMembers', { params: next, body: { members: [...members] } })
    const secret = await atlas.makeProject('Boardroom', 'BRD')
    await ann.call('updateProject', { params: secret, body: { cycle_view: true, module_view: true } })
    const cycle = await ann.call('createCycle', { params: secret, body: { name: 'Merger' } })
    const module = await ann.call('createModule', { params: secret, body: { name: 'Layoffs' } })
    const item = await atlas.make('Wanders', {}, ann, secret)
    const body = { cycle_id: cycle.id, module_ids: [module.id] }
    await ann.call('updateWorkItem', { params: { ...secret, id: item.id }, body })
    const move = { issue_ids: [item.id], new_project_id: next.project_id }
    await ann.call('moveWorkItems', { params: secret, body: move })
    const there = { ...item, project_id: next.project_id }
    expect(JSON.stringify(await history(there, ann))).toMatch(/Merger.*Layoffs|Layoffs.*Merger/)
    expect(JSON.stringify(await history(there, max))).not.toMatch(/Merger|Layoffs/)

    await ann.call('deleteCycle', { params: { ...secret, cycle_id: cycle.id } })
    await ann.call('deleteModule', { params: { ...secret, module_id: module.id } })
    await purgePlansNow()
    expect(JSON.stringify(await history(there, ann))).toMatch(/Merger.*Layoffs|Layoffs.*Merger/)
    expect(JSON.stringify(await history(there, max))).not.toMatch(/Merger|Layoffs/)

    await ann.call('deleteProject', { params: secret })
    await purgeProjectsNow()
    for (const who of [ann, max])
      expect(JSON.stringify(await history(there, who))).not.toMatch(/Merger|Layoffs/)
  })

  test('names deleted and purged cycles and modules of the project', async () => {
    const { ann } = atlas.cast
    const place = await atlas.makeProject('Low water', 'LOW')
    await ann.call('updateProject', { params: place, body: { cycle_view: true, module_view: true } })
    const cycle = await ann.call('createCycle', { params: place, body: { name: 'Ebb' } })
    const module = await ann.call('createModule', { params: place, body: { name: 'Quay' } })
    const item = await atlas.make('Stays', {}, ann, place)
    const body = { cycle_id: cycle.id, module_ids: [module.id] }
    await ann.call('updateWorkItem', { params: { ...place, id: item.id }, body })
    await ann.call('deleteCycle', { params: { ...place, cycle_id: cycle.id } })
    await ann.call('deleteModule', { params: { ...place, module_id: module.id } })
    const names = async () => JSON.stringify(await history({ ...item, project_id: place.project_id }, ann))
    expect(await names()).toMatch(/Ebb.*Quay|Quay.*Ebb/)
    await purgePlansNow()
    expect(await names()).toMatch(/Ebb.*Quay|Quay.*Ebb/)
  })

  test('omits states and labels with the same name in the next project', async () => {
    const { ann } = atlas.cast
    const next = await atlas.makeProject('Alike', 'ALI')
    for (const place of [atlas.params, next])
      await ann.call('createLabel', { params: place, body: { name: 'Everywhere' } })
    const gone = await ann.call('createLabel', { params: atlas.params, body: { name: 'Here alone' } })
    const labels = await ann.call('listLabels', { params: atlas.params })
    const same = labels.find(({ name }) => name === 'Everywhere')?.id
    const item = await atlas.make('Goes over')
    await update(item, { label_ids: [same, gone.id] })
    const before = (await told(item)).length
    await ann.call('moveWorkItems', {
      params: atlas.params,
      body: { issue_ids: [item.id], new_project_id: next.project_id },
    })
    const records = (await told({ ...item, project_id: next.project_id })).slice(before)
    expect(records.map(([, ...record]) => record).sort()).toEqual([
      ['labels', 'Here alone', ''],
      ['project', 'Atlas', 'Alike'],
    ])
  })

  test('hides items that the reader cannot see', async () => {
    const { ann, max } = atlas.cast
    const secret = await atlas.makeProject('Hidden', 'HID')
    const [item, hidden] = [await atlas.make('Seen'), await atlas.make('Hidden', {}, ann, secret)]
    const body = { relation_type: 'relates_to' as const, issues: [hidden.id] }
    await ann.call('createRelations', { params: at(item), body })
    expect(await told(item)).toEqual([['updated', 'relates_to', '', 'HID-1']])
    expect(await told(item, max)).toEqual([])
  })

  test('can be read from a given time on, and has no comments yet', async () => {
    const item = await atlas.make('Followed')
    const [made] = await history(item)
    await update(item, { priority: 'low' })
    await history(item)
    const later = await history(item, atlas.cast.ann, { created_at__gt: made?.created_at ?? '' })
    expect(later.map(({ field }) => field)).toEqual(['priority'])
    expect(await history(item, atlas.cast.ann, { activity_type: 'issue-comment' })).toEqual([])
  })

  test('is visible to those who see the item', async () => {
    const item = await atlas.make('Not for guests')
    const refusal = await atlas.cast.gus.refused('listHistory', { params: at(item) })
    expect(refusal.status).toBe(404)
  })

  test('ignores changes that change nothing', async () => {
    const item = await atlas.make('Placed')
    await update(item, { sort_order: 12 })
    await atlas.cast.max.call('subscribe', { params: at(item) })
    expect(await told(item)).toEqual([])
  })
})

describe('the versions of the properties', () => {
  const versionsOf = async (item: Item, who: ApiClient = atlas.cast.ann) => {
    await history(item)
    return (await who.call('listItemSnapshots', { params: at(item) })).results
  }

  test('are the values after each change, newest first', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Crane', { priority: 'low', start_date: '2026-03-01' })
    const label = await ann.call('createLabel', { params: atlas.params, body: { name: 'Heavy' } })
    await update(item, { name: 'Big crane' })
    await update(item, { priority: 'high', assignee_ids: [max.id], label_ids: [label.id] }, max)
    await update(item, { state_id: atlas.states['started'], start_date: null })
    const [last, middle, named, made, ...others] = await versionsOf(item)
    expect(others).toEqual([])
    const first = {
      ...{ issue: item.id, project: atlas.params.project_id, sequence_id: item.sequence_id },
      ...{ name: 'Crane', priority: 'low', state: item.state_id, start_date: '2026-03-01' },
      ...{ assignees: [], labels: [], modules: [], cycle: null, parent: null, owned_by: ann.id },
    }
    expect(made).toMatchObject(first)
    expect(named).toMatchObject({ ...first, name: 'Big crane' })
    const second = { name: 'Big crane', priority: 'high', assignees: [max.id], labels: [label.id] }
    expect(middle).toMatchObject({ ...first, ...second, owned_by: max.id })
    const now = { ...second, state: atlas.states['started'], start_date: null }
    expect(last).toMatchObject({ ...first, ...now })
    const params = { ...at(item), snapshot_id: named?.id ?? '' }
    expect(await ann.call('getItemSnapshot', { params })).toEqual(named)
  })

  test('are not found without access to the item, or for another item', async () => {
    const { ann, gus, eve } = atlas.cast
    const item = await atlas.make('Crane')
    const other = await atlas.make('Bridge')
    const [version] = await versionsOf(item)
    const params = { ...at(item), snapshot_id: version?.id ?? '' }
    const missing = { code: 'not_found' }
    expect(await eve.refused('getItemSnapshot', { params })).toMatchObject(missing)
    expect(await ann.refused('getItemSnapshot', { params: { ...params, id: other.id } })).toMatchObject(
      missing,
    )
    for (const call of [
      gus.refused('listItemSnapshots', { params: at(item) }),
      gus.refused('getItemSnapshot', { params }),
    ])
      expect(['not_found', 'forbidden']).toContain((await call).code)
  })
})
