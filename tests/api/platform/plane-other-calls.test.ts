import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlaneApi, expectRowToHaveFields } from '../../support/plane-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

// These tests cover the calls that only clients of Plane make and that have no test file of their own.
let atlas: ProjectTestServer
let within: string

beforeAll(async () => {
  atlas = await startProjectTestServer()
  within = `/api/workspaces/acme/projects/${atlas.params.project_id}`
})
afterAll(() => atlas.close())

const ask = (method: string, path: string, body?: unknown) =>
  callPlaneApi(atlas.server, atlas.cast.ann, method, path, body)

test('several labels are created at once', async () => {
  const label_data = [
    { name: 'Red', color: '#FF0000' },
    { name: 'Blue', color: '#0000FF' },
    { name: 'Red', color: '#00FF00' },
  ]
  const { labels } = await ask('POST', `${within}/bulk-create-labels/`, { label_data })
  expect(labels).toMatchObject([
    { name: 'Red', color: '#FF0000' },
    { name: 'Blue', color: '#0000FF' },
  ])
  expect(await ask('POST', `${within}/bulk-create-labels/`, { label_data })).toEqual({ labels: [] })
  const { max, eve } = atlas.cast
  const refused = { params: atlas.params, body: { label_data } }
  expect(await max.refused('createLabels', refused)).toMatchObject({ status: 403 })
  expect(await eve.refused('createLabels', refused)).toMatchObject({ status: 404 })
  await atlas.changingNothing(async () => {
    const body = { label_data: [{ name: 'Green' }, { name: '' }] }
    const params = atlas.params
    expect(await atlas.cast.ann.refused('createLabels', { params, body })).toMatchObject({ status: 400 })
  })
})

test('pages are counted by their access', async () => {
  await ask('POST', `${within}/pages/`, { name: 'Open', access: 0 })
  await ask('POST', `${within}/pages/`, { name: 'Own', access: 1 })
  const { id } = await ask('POST', `${within}/pages/`, { name: 'Old', access: 0 })
  await ask('POST', `${within}/pages/${id}/archive/`)
  const counts = { public_pages: 1, private_pages: 1, archived_pages: 1 }
  expect(await ask('GET', `${within}/pages-summary`)).toEqual(counts)
  const { max } = atlas.cast
  expect(await max.call('summarizePages', { params: atlas.params })).toEqual({ ...counts, private_pages: 0 })
})

test('the values of the active estimate are listed', async () => {
  expect(await ask('GET', `${within}/project-estimates`)).toEqual([])
  const estimate_points = ['S', 'M', 'L'].map((value, at) => ({ key: at + 1, value }))
  const made = await ask('POST', `${within}/estimates/`, { estimate: { name: 'Sizes' }, estimate_points })
  await ask('PATCH', `${within}/`, { estimate: made.id })
  const points = Object.values(await ask('GET', `${within}/project-estimates`)).map(Object)
  expect(points.map(({ value }) => value)).toEqual(['S', 'M', 'L'])
  expectRowToHaveFields(points[0], 'id key value description')
})

test('intake is found under both of its names', async () => {
  expect(await ask('GET', `${within}/intakes`)).toEqual([])
  await ask('PATCH', `${within}/`, { inbox_view: true })
  const [intake] = Object.values(await ask('GET', `${within}/intakes`)).map(Object)
  expect(intake).toMatchObject({ name: 'Atlas Intake', is_default: true, pending_issue_count: 0 })
  expect(await ask('GET', `${within}/inboxes/${intake.id}`)).toEqual(intake)
  const issues = `${within}/intake-issues`
  const made = await ask('POST', `${issues}/`, {
    source: 'IN_APP',
    issue: { name: 'Asked', priority: 'high' },
  })
  expect(made).toMatchObject({ status: -2, issue: { name: 'Asked' } })
  expect((await ask('GET', `${issues}?status=-2`))['results']).toMatchObject([{ id: made.id }])
  expect(await ask('PATCH', `${issues}/${made.id}/`, { status: -1 })).toMatchObject({ status: -1 })
  expect(await ask('GET', `${issues}/${made.id}`)).toMatchObject({ status: -1 })
  await ask('DELETE', `${issues}/${made.id}/`)
  expect((await ask('GET', `${within}/inbox-issues?status=-2,-1`))['results']).toEqual([])
})

test('intake requests are filtered by item properties', async () => {
  const issues = `${within}/intake-issues`
  const label = await ask('POST', `${within}/issue-labels/`, { name: 'Urgent', color: '#FF6900' })
  const { max } = atlas.cast
  const fields = { priority: 'urgent', label_ids: [label.id], assignee_ids: [max.id] }
  const made = await ask('POST', `${issues}/`, { issue: { name: 'Labelled', ...fields } })
  await ask('POST', `${issues}/`, { issue: { name: 'Plain' } })
  const found = async (query: string) => {
    const { results } = await ask('GET', `${issues}?${query}`)
    return Object.values(Object(results)).map((one) => Object(one).issue.name)
  }
  expect(await found(`labels=${label.id}`)).toEqual(['Labelled'])
  expect(await found(`assignees=${max.id}`)).toEqual(['Labelled'])
  expect(await found('priority=none')).toEqual(['Plain'])
  expect(await found(`state=${Object(made)['issue'].state_id}&created_by=${atlas.cast.ann.id}`)).toHaveLength(
    2,
  )
  expect(await found('created_at=2020-01-01;before')).toEqual([])
})

test('small fields tell changes from comments, and what a folder contains', async () => {
  const item = await atlas.make('Told')
  await ask('POST', `${within}/issues/${item.id}/comments/`, { comment_html: '<p>Well</p>' })
  const history = Object.values(await ask('GET', `${within}/issues/${item.id}/history`)).map(Object)
  expect(history.map(({ activity_type }) => activity_type)).toContain('issue-comment')
  const folder = await ask('POST', '/api/workspaces/acme/user-favorites/', {
    name: 'Mine',
    is_folder: true,
    entity_type: 'folder',
  })
  const { project_id } = atlas.params
  const kept = { entity_type: 'project', entity_identifier: project_id, project_id, parent: folder.id }
  const { id } = await ask('POST', '/api/workspaces/acme/user-favorites/', kept)
  const favorites = Object.values(await ask('GET', '/api/workspaces/acme/user-favorites?all=true')).map(
    Object,
  )
  expect(favorites.find((one) => one.id === folder.id).children).toMatchObject([{ id, parent: folder.id }])
  await ask('PATCH', `${within}/`, { cycle_view: true })
  expect(await ask('POST', `${within}/cycles/`, { name: 'Sprint' })).toMatchObject({ version: 2 })
})

test('members read and change their own preferences of a project', async () => {
  const { max, gus, eve } = atlas.cast
  const path = `${within}/preferences/member/${max.id}/`
  const asMax = (method: string, body?: unknown) => callPlaneApi(atlas.server, max, method, path, body)
  const initial = await asMax('GET')
  expectRowToHaveFields(initial, 'preferences member project workspace')
  expectRowToHaveFields(initial['preferences'], 'pages navigation')
  const changed = await asMax('PATCH', { navigation: { default_tab: 'cycles' } })
  expect(changed).toMatchObject({ preferences: { navigation: { default_tab: 'cycles' } } })
  await asMax('PATCH', { preferences: { navigation: { hide_in_more_menu: ['pages'] } } })
  const own = { navigation: { default_tab: 'cycles', hide_in_more_menu: ['pages'] } }
  expect(await asMax('GET')).toMatchObject({ preferences: own, member: max.id })
  const properties = await callPlaneApi(atlas.server, max, 'GET', `${within}/user-properties`)
  expect(properties['preferences']).toMatchObject(own)
  const params = { ...atlas.params, member: max.id }
  const body = { navigation: { default_tab: 'pages' } }
  await atlas.changingNothing(async () => {
    for (const who of [atlas.cast.ann, gus, eve]) {
      expect(await who.refused('getMemberPreferences', { params })).toMatchObject({ status: 404 })
      expect(await who.refused('updateMemberPreferences', { params, body })).toMatchObject({ status: 404 })
    }
  })
})

test('lists are filtered by the type of items', async () => {
  await ask('PATCH', `${within}/`, { is_epic_enabled: true })
  const epic = await ask('POST', `${within}/epics/`, { name: 'Large' })
  const untyped = await atlas.make('Untyped')
  const names = async (path: string) => {
    const { results } = await ask('GET', path)
    return Object.values(Object(results)).map((one) => Object(one).name)
  }
  const type = String(Object(await ask('GET', `${within}/epics/${epic.id}`)).type_id)
  expect(await names(`${within}/epics?issue_type=${type}`)).toEqual(['Large'])
  expect(await names(`${within}/epics?issue_type=None`)).toEqual([])
  expect(await names(`${within}/epics?issue_type=${untyped.id}`)).toEqual([])
  expect(await names(`${within}/issues?issue_type=None`)).toContain('Untyped')
  expect(await names(`${within}/issues?issue_type=${type}`)).toEqual([])
})

test('admins store themes of the workspace', async () => {
  const themes = '/api/workspaces/acme/workspace-themes'
  expect(await ask('GET', themes)).toEqual([])
  const colors = { 'bg-base': '#112233', nested: { text: '#FFFFFF' } }
  const made = await ask('POST', `${themes}/`, { name: 'Dusk', colors })
  expect(made).toMatchObject({ name: 'Dusk', colors, actor: atlas.cast.ann.id })
  expectRowToHaveFields(made, 'id name colors actor workspace created_at updated_at created_by updated_by')
  await ask('POST', `${themes}/`, { name: 'Dawn' })
  const changed = await ask('PATCH', `${themes}/${made.id}/`, { name: 'Night' })
  expect(changed).toMatchObject({ name: 'Night', colors })
  expect(await ask('GET', `${themes}/${made.id}`)).toEqual(changed)
  expect(await ask('GET', themes)).toMatchObject([{ name: 'Dawn', colors: {} }, { name: 'Night' }])
  const { ann, max, gus, eve } = atlas.cast
  const params = { slug: 'acme', theme_id: made.id }
  await atlas.changingNothing(async () => {
    expect(await ann.refused('createTheme', { params, body: { name: 'Dawn' } })).toMatchObject({
      status: 400,
    })
    expect(await ann.refused('updateTheme', { params, body: { name: 'Dawn' } })).toMatchObject({
      status: 400,
    })
    expect(await ann.refused('createTheme', { params, body: { name: ' ' } })).toMatchObject({ status: 400 })
    const long = { name: 'Long', colors: { text: 'x'.repeat(20_000) } }
    expect(await ann.refused('createTheme', { params, body: long })).toMatchObject({ status: 400 })
    for (const [who, status] of [
      [max, 403],
      [gus, 403],
      [eve, 404],
    ] as const) {
      expect(await who.refused('listThemes', { params })).toMatchObject({ status })
      expect(await who.refused('createTheme', { params, body: { name: 'Own' } })).toMatchObject({ status })
      expect(await who.refused('updateTheme', { params, body: { name: 'Own' } })).toMatchObject({ status })
      expect(await who.refused('deleteTheme', { params })).toMatchObject({ status })
    }
    const foreign = { slug: atlas.cast.eves, theme_id: made.id }
    expect(await eve.refused('getTheme', { params: foreign })).toMatchObject({ status: 404 })
    expect(await eve.refused('deleteTheme', { params: foreign })).toMatchObject({ status: 404 })
  })
  await ask('DELETE', `${themes}/${made.id}/`)
  expect(await ask('GET', themes)).toMatchObject([{ name: 'Dawn' }])
})
