import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { connectLive } from '../../support/live-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const create = (body: { name: string } & Record<string, unknown>, who = atlas.cast.ann) =>
  who.call('createTemplate', { params: atlas.params, body })
const paramsOf = ({ id }: { id: string }) => ({ ...atlas.params, template_id: id })

describe('a template', () => {
  test('is stored with text, properties and sub-items, and sent only to members', async () => {
    const { ann, max, gus } = atlas.cast
    const [maxs, guss] = [await connectLive(atlas.server, max), await connectLive(atlas.server, gus)]
    for (const live of [maxs, guss]) await live.subscribe(atlas.cast.slug)
    const label = await ann.call('createLabel', { params: atlas.params, body: { name: 'Kept' } })
    const made = await create({
      name: 'Bug report',
      title: 'Bug: ',
      description_html: '<h2>Steps</h2><p>One</p><script>no</script>',
      state_id: atlas.states['unstarted'],
      priority: 'high',
      label_ids: [label.id],
      assignee_ids: [max.id],
      due_in_days: 3,
      sub_items: [{ name: 'Reproduce' }, { name: 'Fix', priority: 'urgent', due_in_days: 2 }],
    })
    expect(made).toMatchObject({
      preview: 'Steps One',
      priority: 'high',
      due_in_days: 3,
      start_in_days: null,
    })
    expect(made.description_html).not.toContain('script')
    expect(made.sub_items).toEqual([
      { name: 'Reproduce', ...nothing, due_in_days: null },
      { name: 'Fix', ...nothing, priority: 'urgent', due_in_days: 2 },
    ])
    await maxs.hears((change) => change.id === made.id && change.op === 'create')
    expect(await max.call('getTemplate', { params: paramsOf(made) })).toEqual(made)
    const changed = await max.call('updateTemplate', { params: paramsOf(made), body: { due_in_days: null } })
    expect(changed).toMatchObject({ due_in_days: null, title: 'Bug:', updated_by: max.id })
    expect(changed.sub_items).toEqual(made.sub_items)
    // Makes a change that guests receive. When it arrives, all earlier changes have arrived too.
    await ann.call('updateLabel', { params: { ...atlas.params, label_id: label.id }, body: { name: 'Last' } })
    await guss.hears((change) => change.id === label.id && change.op === 'update')
    expect(guss.heard.filter(({ entity }) => entity === 'work_item_templates')).toEqual([])
    maxs.close()
    guss.close()
  })

  test('for a page has a title, icon and text, and cannot change its kind', async () => {
    const { ann, max } = atlas.cast
    const logo_props = { in_use: 'emoji' as const, emoji: { value: '128640' } }
    const made = await create(
      { name: 'Weekly', kind: 'page', title: 'Week', description_html: '<h2>Agenda</h2>', logo_props },
      max,
    )
    expect(made).toMatchObject({ kind: 'page', title: 'Week', logo_props, preview: 'Agenda' })
    const changed = await ann.call('updateTemplate', { params: paramsOf(made), body: { title: 'Weeks' } })
    expect(changed).toMatchObject({ kind: 'page', title: 'Weeks', logo_props, sub_items: [] })
    expect(await create({ name: 'Of items' })).toMatchObject({ kind: 'work_item', logo_props: {} })
    const refusal = await ann.refused('createTemplate', {
      params: atlas.params,
      body: { name: 'Of nothing', kind: 'cycle' as never },
    })
    expect(refusal).toMatchObject({ status: 400 })
  })

  test('leaves out references that do not exist in the project', async () => {
    const { ann, gus, eve } = atlas.cast
    const next = await atlas.makeProject('Next', 'NXT')
    const elsewhere = await ann.call('createLabel', { params: next, body: { name: 'Elsewhere' } })
    const passing = await ann.call('createLabel', { params: atlas.params, body: { name: 'Passing' } })
    const stranger = { label_ids: [elsewhere.id, passing.id], assignee_ids: [gus.id, eve.id, ann.id] }
    const made = await create({ name: 'Mixed', ...stranger, sub_items: [{ name: 'Below', ...stranger }] })
    const kept = { label_ids: [passing.id], assignee_ids: [ann.id] }
    expect(made).toMatchObject({ ...kept, sub_items: [kept] })
    await ann.call('deleteLabel', { params: { ...atlas.params, label_id: passing.id } })
    const changed = await ann.call('updateTemplate', { params: paramsOf(made), body: { title: 'Later' } })
    expect(changed).toMatchObject({ label_ids: [], sub_items: [{ label_ids: [], assignee_ids: [ann.id] }] })
  })

  test('can be deleted, restored and reordered', async () => {
    const { ann } = atlas.cast
    const [one, two, three] = [
      await create({ name: 'One' }),
      await create({ name: 'Two' }),
      await create({ name: 'Three' }),
    ]
    const names = async () =>
      (await ann.call('listTemplates', { params: atlas.params }))
        .filter(({ id }) => [one, two, three].some((each) => each.id === id))
        .map(({ name }) => name)
    expect(await names()).toEqual(['One', 'Two', 'Three'])
    const sort_order = (one.sort_order + two.sort_order) / 2
    await ann.call('updateTemplate', { params: paramsOf(three), body: { sort_order } })
    expect(await names()).toEqual(['One', 'Three', 'Two'])
    const left = await atlas.changes(() => ann.call('deleteTemplate', { params: paramsOf(three) }))
    expect(left).toMatchObject([{ op: 'delete', id: three.id }])
    expect(await names()).toEqual(['One', 'Two'])
    expect(await ann.refused('getTemplate', { params: paramsOf(three) })).toMatchObject({ status: 404 })
    await ann.call('restoreTemplate', { params: paramsOf(three) })
    expect(await names()).toEqual(['One', 'Three', 'Two'])
    await atlas.changingNothing(() => ann.call('restoreTemplate', { params: paramsOf(three) }))
  })
})

describe('a template of the workspace itself', () => {
  const make = (body: { name: string } & Record<string, unknown>, who = atlas.cast.max) =>
    who.call('createWorkspaceTemplate', { params: { slug: atlas.params.slug }, body })
  const at = ({ id }: { id: string }) => ({ slug: atlas.params.slug, template_id: id })

  test('is for pages and is shared by all members', async () => {
    const { ann, max, gus } = atlas.cast
    const { slug } = atlas.params
    const [anns, guss] = [await connectLive(atlas.server, ann), await connectLive(atlas.server, gus)]
    for (const live of [anns, guss]) await live.subscribe(slug)
    const label = await ann.call('createLabel', { params: atlas.params, body: { name: 'Of a project' } })
    const made = await make({ name: 'Handbook', description_html: '<p>All</p>', label_ids: [label.id] })
    expect(made).toMatchObject({ kind: 'page', project_id: null, preview: 'All', label_ids: [] })
    await anns.hears((change) => change.id === made.id && change.op === 'create')
    const looks = { full_width: true, font: 'serif' as const }
    await ann.call('updateWorkspaceTemplate', { params: at(made), body: { view_props: looks } })
    const changed = await ann.call('updateWorkspaceTemplate', { params: at(made), body: { title: 'Us' } })
    expect(changed).toMatchObject({ title: 'Us', view_props: looks, updated_by: ann.id })
    const names = async () =>
      (await max.call('listWorkspaceTemplates', { params: { slug } })).map(({ name }) => name)
    expect(await names()).toEqual(['Handbook'])
    await ann.call('deleteWorkspaceTemplate', { params: at(made) })
    expect(await names()).toEqual([])
    await max.call('restoreWorkspaceTemplate', { params: at(made) })
    expect(await names()).toEqual(['Handbook'])
    // Makes a change that guests receive. When it arrives, all earlier changes have arrived too.
    await ann.call('updateLabel', {
      params: { ...atlas.params, label_id: label.id },
      body: { name: 'Last of all' },
    })
    await guss.hears((change) => change.id === label.id && change.op === 'update')
    expect(guss.heard.filter(({ entity }) => entity === 'work_item_templates')).toEqual([])
    for (const live of [anns, guss]) live.close()
  })

  test('is found neither by guests nor in a project', async () => {
    const { max, gus, eve } = atlas.cast
    const made = await make({ name: 'Apart' })
    expect(await gus.refused('getWorkspaceTemplate', { params: at(made) })).toMatchObject({ status: 403 })
    expect(await eve.refused('getWorkspaceTemplate', { params: at(made) })).toMatchObject({ status: 404 })
    const elsewhere = { slug: atlas.cast.eves, template_id: made.id }
    expect(await eve.refused('getWorkspaceTemplate', { params: elsewhere })).toMatchObject({ status: 404 })
    expect(await max.refused('getTemplate', { params: paramsOf(made) })).toMatchObject({ status: 404 })
    const ofProject = await create({ name: 'Of the project', kind: 'page' })
    const refusal = await max.refused('getWorkspaceTemplate', { params: at(ofProject) })
    expect(refusal).toMatchObject({ status: 404 })
    const ofItems = {
      params: { slug: atlas.params.slug },
      body: { name: 'Of items', kind: 'work_item' as const },
    }
    expect(await atlas.changingNothing(() => max.refused('createWorkspaceTemplate', ofItems))).toMatchObject({
      status: 400,
    })
  })
})

describe('an item that is made with sub-items', () => {
  const id = newId()
  const sub_items = [
    { id: newId(), name: 'First', priority: 'low' as const },
    { id: newId(), name: 'Second', priority: 'high' as const },
  ]

  test('is created with them in their order', async () => {
    const changes = await atlas.changes(async () => {
      const made = await atlas.make('Whole', { id, sub_items, state_id: atlas.states['started'] })
      expect(made).toMatchObject({ id, sub_issues_count: 2 })
    })
    expect(changes.map((change) => [change.op, change.entity])).toEqual(
      Array.from({ length: 3 }, () => ['create', 'work_items']),
    )
    for (const one of sub_items)
      expect(await atlas.stored(one)).toMatchObject({
        ...one,
        parent_id: id,
        state_id: atlas.states['backlog'],
      })
    const [first, second] = await Promise.all(sub_items.map(atlas.stored))
    expect(Number(second?.['sort_order'])).toBeGreaterThan(Number(first?.['sort_order']))
  })

  test('is deleted and restored with them', async () => {
    const params = { ...atlas.params, id }
    await atlas.cast.ann.call('deleteWorkItem', { params })
    for (const one of sub_items) expect((await atlas.stored(one))['deleted_at']).not.toBeNull()
    await atlas.cast.ann.call('restoreWorkItem', { params })
    for (const one of sub_items) expect((await atlas.stored(one))['deleted_at']).toBeNull()
  })

  test('is not created if one of them is rejected', async () => {
    const { ann } = atlas.cast
    const wrong = [
      { name: 'Fits' },
      { name: 'Does not', start_date: '2026-02-02', target_date: '2026-02-01' },
    ]
    const refusal = await atlas.changingNothing(() =>
      ann.refused('createWorkItem', { params: atlas.params, body: { name: 'Whole', sub_items: wrong } }),
    )
    expect(refusal).toMatchObject({ status: 400 })
    const foreign = [{ name: 'Foreign', state_id: newId() }]
    expect(
      await atlas.changingNothing(() =>
        ann.refused('createWorkItem', { params: atlas.params, body: { name: 'Whole', sub_items: foreign } }),
      ),
    ).toMatchObject({ status: 400, fields: { state_id: [expect.any(String)] } })
  })

  test('keeps them in a draft until it is published', async () => {
    const { ann } = atlas.cast
    const params = { slug: atlas.params.slug }
    const { project_id } = atlas.params
    const kept = [{ name: 'Kept', state_id: atlas.states['completed'] ?? '' }, { name: '' }]
    const draft = await ann.call('createDraft', {
      params,
      body: { project_id, name: 'Begun', sub_items: kept },
    })
    expect(draft.sub_items).toMatchObject([{ name: 'Kept', priority: 'none' }, { name: '' }])
    const item = await ann.call('publishDraft', { params: { ...params, id: draft.id }, body: {} })
    expect(item).toMatchObject({ name: 'Begun', sub_issues_count: 1 })
  })
})

const nothing = { state_id: null, priority: 'none', assignee_ids: [], label_ids: [], estimate_point: null }
