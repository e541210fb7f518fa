import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { draftPreviewLength } from '#common/work/work-items/drafts/rules.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())

const keep = (body: object, who = atlas.cast.max) => who.call('createDraft', { params, body })
const own = async (who = atlas.cast.max) => (await who.call('listDrafts', { params })).results
const at = ({ id }: { id: string }) => ({ ...params, id })

describe('a draft', () => {
  test('is created, changed and deleted, each published only to its owner', async () => {
    const { max } = atlas.cast
    const id = newId()
    const told = await atlas.changes(async () => {
      const made = await keep({ id, name: ' Half a thought ', description_html: '<p>And <b>more</b></p>' })
      expect(made).toMatchObject({
        id,
        name: 'Half a thought',
        preview: 'And more',
        description_html: '<p>And <strong>more</strong></p>',
        project_id: null,
        created_by: max.id,
      })
      const { project_id } = atlas.params
      const changed = await max.call('updateDraft', {
        params: at(made),
        body: { project_id, priority: 'high', description_html: '' },
      })
      expect(changed).toMatchObject({ name: 'Half a thought', priority: 'high', project_id, preview: '' })
      expect(await own()).toMatchObject([{ id, project_id }])
      await max.call('deleteDraft', { params: at(made) })
      expect(await own()).toEqual([])
    })
    expect(told.map(({ entity, op }) => `${op} ${entity}`)).toEqual([
      'create drafts',
      'update drafts',
      'delete drafts',
    ])
    for (const { audience, fields } of told) {
      expect(audience).toEqual([`user:${max.id}`])
      expect(fields).not.toHaveProperty('description_html')
    }
  })

  test('is found by the filters of items, in pages', async () => {
    const { max } = atlas.cast
    const { project_id } = atlas.params
    const states = Object.values(await max.call('listStates', { params: atlas.params })).flat()
    const state_id = states.find((state) => state.group === 'started')?.id
    const made = [
      await keep({ name: 'Urgent hull', priority: 'urgent' }),
      await keep({ name: 'Late mast', project_id, state_id, target_date: '2026-01-05' }),
      await keep({ name: 'Hull again', project_id, assignee_ids: [max.id] }),
    ]
    const found = async (query: Record<string, string>) => {
      const { results, total_results } = await max.call('listDrafts', { params, query })
      return { names: results.map(({ name }) => name), total_results }
    }
    expect(await found({ priority: 'urgent' })).toEqual({ names: ['Urgent hull'], total_results: 1 })
    expect((await found({ name: 'hull' })).names).toEqual(['Hull again', 'Urgent hull'])
    expect((await found({ state_group: 'started' })).names).toEqual(['Late mast'])
    expect((await found({ assignees: `${max.id},None`, project: project_id })).names).toEqual([
      'Hull again',
      'Late mast',
    ])
    expect((await found({ target_date: '2026-01-06;before' })).names).toEqual(['Late mast'])
    expect(await found({ name: 'hull', per_page: '1', cursor: '1:1:0' })).toEqual({
      names: ['Urgent hull'],
      total_results: 2,
    })
    const tree = JSON.stringify({ not: { priority__in: 'urgent,none' } })
    expect((await found({ filters: tree })).names).toEqual([])
    expect(await max.refused('listDrafts', { params, query: { filters: '{' } })).toMatchObject({
      status: 400,
    })
    for (const draft of made) await max.call('deleteDraft', { params: at(draft) })
  })

  test('is restored with its id, as Undo requests', async () => {
    const { max } = atlas.cast
    const { id, name } = await keep({ name: 'Back' })
    await max.call('deleteDraft', { params: { ...params, id } })
    expect(await keep({ id, name })).toMatchObject({ id, name })
    await max.call('deleteDraft', { params: { ...params, id } })
  })

  test('stores the text as a document would, with a preview', async () => {
    const html = `<p onclick="alert(1)">${'word '.repeat(100)}</p><script>alert(1)</script>`
    const draft = await keep({ description_html: html })
    expect(draft.description_html).not.toContain('onclick')
    expect(draft.description_html).not.toContain('script')
    expect(draft.preview).toHaveLength(draftPreviewLength)
    const read = await atlas.cast.max.call('getDraft', { params: at(draft) })
    expect(read.description_html).toBe(draft.description_html)
    await atlas.cast.max.call('deleteDraft', { params: at(draft) })
  })

  test('keeps only states, people and labels of its project', async () => {
    const { ann, max, gus, eve } = atlas.cast
    const next = await atlas.makeProject('Next', 'NXT')
    await ann.call('addProjectMembers', {
      params: next,
      body: { members: [{ member_id: max.id, role: role.member }] },
    })
    const label = await ann.call('createLabel', { params: atlas.params, body: { name: 'Kind' } })
    const whole = await atlas.make('Whole')
    const draft = await keep({
      project_id: atlas.params.project_id,
      state_id: atlas.states['started'],
      assignee_ids: [max.id, gus.id, eve.id],
      label_ids: [label.id, newId()],
      parent_id: whole.id,
    })
    expect(draft).toMatchObject({
      state_id: atlas.states['started'],
      assignee_ids: [max.id],
      label_ids: [label.id],
      parent_id: whole.id,
    })
    const moved = await max.call('updateDraft', {
      params: at(draft),
      body: { project_id: next.project_id },
    })
    expect(moved).toMatchObject({ state_id: null, assignee_ids: [max.id], label_ids: [], parent_id: null })
    await atlas.changingNothing(async () => {
      for (const project_id of [atlas.eves.project_id, newId()])
        expect(await max.refused('createDraft', { params, body: { project_id } })).toMatchObject({
          status: 400,
          fields: { project_id: ['Project not found.'] },
        })
    })
    await max.call('deleteDraft', { params: at(draft) })
  })

  test('is not found by others, whatever their role', async () => {
    const { ann, gus } = atlas.cast
    const draft = await keep({ name: 'Mine', project_id: atlas.params.project_id })
    await atlas.changingNothing(async () => {
      for (const who of [ann, gus])
        for (const refused of [
          who.refused('getDraft', { params: at(draft) }),
          who.refused('updateDraft', { params: at(draft), body: { name: 'Theirs' } }),
          who.refused('deleteDraft', { params: at(draft) }),
          who.refused('deleteProjectDraft', { params: { ...atlas.params, id: draft.id } }),
        ])
          expect(await refused).toMatchObject({ status: 404 })
      expect(await ann.refused('publishDraft', { params: at(draft), body: {} })).toMatchObject({
        status: 404,
      })
    })
    expect(await own(ann)).toEqual([])
    await atlas.cast.max.call('deleteDraft', { params: at(draft) })
  })

  test('of a project is found there only, in pages', async () => {
    const { max } = atlas.cast
    const next = await atlas.makeProject('Other', 'OTH')
    const made = []
    for (const name of ['One', 'Two', 'Three'])
      made.push(await max.call('createProjectDraft', { params: atlas.params, body: { name } }))
    const elsewhere = await keep({ name: 'Nowhere yet' })
    const page = (cursor: string) =>
      max.call('listProjectDrafts', { params: atlas.params, query: { cursor } })
    const first = await page('2:0:0')
    expect(first).toMatchObject({
      total_count: 3,
      total_pages: 2,
      next_page_results: true,
      next_cursor: expect.stringMatching(/^2:1:0:/),
    })
    expect(first.results.map(({ name }) => name)).toEqual(['Three', 'Two'])
    expect((await page('2:1:0')).results.map(({ name }) => name)).toEqual(['One'])
    expect(await own()).toHaveLength(4)
    await atlas.changingNothing(async () => {
      const where = { ...atlas.params, id: elsewhere.id }
      expect(await max.refused('getProjectDraft', { params: where })).toMatchObject({ status: 404 })
      expect(await max.refused('listProjectDrafts', { params: next })).toMatchObject({ status: 404 })
    })
    for (const draft of [...made, elsewhere]) await max.call('deleteDraft', { params: at(draft) })
  })
})

describe('publishing a draft', () => {
  const publish = (draft: { id: string }, body: object = {}, who: ApiClient = atlas.cast.max) =>
    who.call('publishDraft', { params: at(draft), body })

  test('creates an item and deletes the draft', async () => {
    const { max } = atlas.cast
    const draft = await keep({
      project_id: atlas.params.project_id,
      name: 'Thought through',
      description_html: '<p>All of it</p>',
      state_id: atlas.states['started'],
      priority: 'urgent',
      assignee_ids: [max.id],
      target_date: '2026-05-01',
    })
    const id = newId()
    const told = await atlas.changes(async () => {
      expect(await publish(draft, { id, priority: 'low' })).toMatchObject({
        id,
        name: 'Thought through',
        state_id: atlas.states['started'],
        priority: 'low',
        assignee_ids: [max.id],
        target_date: '2026-05-01',
        created_by: max.id,
      })
    })
    expect(told.map(({ entity, op }) => `${op} ${entity}`)).toEqual([
      'create work_items',
      'create description_versions',
      'delete drafts',
    ])
    expect(await own()).toEqual([])
    const item = await max.call('getWorkItem', { params: { ...atlas.params, id } })
    expect(item.description_html).toBe('<p>All of it</p>')
  })

  test('requires a project with permission to create items, and a title', async () => {
    const { max } = atlas.cast
    const draft = await keep({ name: 'Nowhere' })
    const refused = (body: object) => max.refused('publishDraft', { params: at(draft), body })
    const hidden = await atlas.makeProject('Hidden', 'HID')
    const { project_id } = atlas.params
    await atlas.changingNothing(async () => {
      expect(await refused({})).toMatchObject({
        status: 400,
        error: 'Project is required to create an issue.',
      })
      for (const elsewhere of [hidden.project_id, atlas.eves.project_id])
        expect(await refused({ project_id: elsewhere })).toMatchObject({
          status: 400,
          fields: { project_id: ['Project not found.'] },
        })
      expect(
        await refused({ project_id, start_date: '2026-05-02', target_date: '2026-05-01' }),
      ).toMatchObject({
        status: 400,
        fields: { start_date: ['Start date cannot exceed target date'] },
      })
    })
    await publish(draft, { project_id })
    const untitled = await keep({ project_id })
    await atlas.changingNothing(async () => {
      expect(await max.refused('publishDraft', { params: at(untitled), body: {} })).toMatchObject({
        status: 400,
        fields: { name: ['A title is required.'] },
      })
    })
    await max.call('deleteDraft', { params: at(untitled) })
  })

  test('drops values that no longer exist', async () => {
    const { ann, max } = atlas.cast
    const state = await ann.call('createState', {
      params: atlas.params,
      body: { name: 'Soon gone', color: '#60646c', group: 'started' },
    })
    const label = await ann.call('createLabel', { params: atlas.params, body: { name: 'Soon gone' } })
    const draft = await keep({
      project_id: atlas.params.project_id,
      name: 'Old',
      state_id: state.id,
      label_ids: [label.id],
    })
    await ann.call('deleteState', { params: { ...atlas.params, state_id: state.id } })
    await ann.call('deleteLabel', { params: { ...atlas.params, label_id: label.id } })
    const item = await publish(draft)
    expect(item).toMatchObject({ label_ids: [], created_by: max.id })
    expect(item.state_id).not.toBe(state.id)
  })

  test('keeps only cycles, modules and types of its project, and publishes only into open ones', async () => {
    const { ann } = atlas.cast
    const place = await atlas.makeProject('Plans', 'PLN')
    const switches = { cycle_view: true, module_view: true, is_epic_enabled: true }
    await ann.call('updateProject', { params: place, body: switches })
    const project_id = place.project_id
    const cycle = await ann.call('createCycle', { params: place, body: { name: 'Sprint' } })
    const module = await ann.call('createModule', { params: place, body: { name: 'Engine' } })
    const epic = await ann.call('createEpic', { params: place, body: { name: 'Epic' } })
    const relations = { cycle_id: cycle.id, module_ids: [module.id], epic_id: epic.id }
    const draft = await keep({ name: 'Planned', project_id, ...relations, type_id: newId() }, ann)
    expect(draft).toMatchObject({ ...relations, type_id: null })
    const none = { cycle_id: null, module_ids: [], epic_id: null }
    expect(await keep({ name: 'Elsewhere', ...relations }, ann)).toMatchObject(none)
    const moved = { params: at(draft), body: { project_id: atlas.params.project_id } }
    expect(await ann.call('updateDraft', moved)).toMatchObject(none)
    const back = { params: at(draft), body: { project_id, ...relations } }
    expect(await ann.call('updateDraft', back)).toMatchObject(relations)

    const ended = '2020-01-01T00:00:00.000Z'
    await runSql(atlas.server.databaseUrl, 'update cycles set start_date = $1, end_date = $1 where id = $2', [
      ended,
      cycle.id,
    ])
    await runSql(atlas.server.databaseUrl, 'update modules set archived_at = $1 where id = $2', [
      ended,
      module.id,
    ])
    expect(await ann.call('publishDraft', { params: at(draft), body: {} })).toMatchObject({
      ...{ cycle_id: null, module_ids: [], epic_id: epic.id, parent_id: epic.id },
    })
  })

  test('of the type of epics becomes an epic', async () => {
    const { ann } = atlas.cast
    const place = await atlas.makeProject('Epics', 'EPC')
    await ann.call('updateProject', { params: place, body: { is_epic_enabled: true, module_view: true } })
    const { type_id } = await ann.call('createEpic', { params: place, body: { name: 'First' } })
    const module = await ann.call('createModule', { params: place, body: { name: 'Engine' } })
    const body = { name: 'Second', project_id: place.project_id, type_id, module_ids: [module.id] }
    const draft = await keep(body, ann)
    expect(draft).toMatchObject({ type_id })
    expect(await ann.call('publishDraft', { params: at(draft), body: {} })).toMatchObject({
      ...{ name: 'Second', is_epic: true, type_id, module_ids: [] },
    })
    const off = { params: place, body: { is_epic_enabled: false } }
    const other = await keep(body, ann)
    await ann.call('updateProject', off)
    expect(await ann.refused('publishDraft', { params: at(other), body: {} })).toMatchObject({ status: 400 })
  })
})
