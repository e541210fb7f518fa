import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownFieldsHeader } from '#api/platform/http/unknown-fields.ts'
import { type CallName, calls } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { fillPath } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }
let item: WorkItemRow

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const body = { name: 'Atlas', identifier: 'ATL' }
  const project = await cast.ann.call('createProject', { params: cast, body })
  params = { slug: cast.slug, project_id: project.id }
  item = await cast.ann.call('createWorkItem', { params, body: { name: 'First' } })
})
afterAll(() => server.close())

const doesNotChange = ['This call can’t change this field.']
const isNotHere = ['This field is not supported yet.']

async function sent(name: CallName, inPath: Record<string, string>, body: object) {
  const response = await fetch(server.url + fillPath(calls[name].path, inPath), {
    method: calls[name].method,
    headers: { cookie: cast.ann.cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, unknownFields: response.headers.get(unknownFieldsHeader) }
}

const named = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`name ${at}`, 1]))

test('a sign-in call rejects a body of more than 128 KB by its size', async () => {
  const response = await fetch(`${server.url}/auth/email-check/`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', ...named(12_000) }),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'too_large', error: 'REQUEST_BODY_TOO_LARGE' })
})

test('the names of unknown fields are cut when the header is full', async () => {
  const { status, unknownFields } = await sent('createWorkItem', params, { name: 'Unknown', ...named(3_000) })
  expect(status).toBe(201)
  expect(unknownFields?.length).toBeLessThanOrEqual(2_010)
  expect(unknownFields).toMatch(/^name%200,.*,\.\.\.$/)
})

describe('a field that a call does not support', () => {
  test('is accepted if it equals the value of the row', async () => {
    const one = { ...params, id: item.id }
    const row = await cast.ann.call('getWorkItem', { params: one, query: { expand: 'issue_link' } })
    const { issue_link, ...whole } = row
    expect(
      await cast.ann.call('updateWorkItem', { params: one, body: { ...whole, name: 'Second' } }),
    ).toEqual({
      ...item,
      name: 'Second',
      updated_at: expect.any(String),
    })
  })

  test.each([
    ['type_id', newId()],
    ['is_draft', true],
    ['archived_at', '2026-03-01T12:00:00Z'],
    ['project_id', newId()],
  ])('is refused when the row says otherwise: %s', async (name, value) => {
    const body = { name: 'Never', [name]: value }
    const refusal = { status: 400, fields: { [name]: doesNotChange } }
    const { total_count } = await cast.ann.call('listWorkItems', { params })
    expect(await cast.ann.refused('createWorkItem', { params, body })).toMatchObject(refusal)
    const one = { ...params, id: item.id }
    expect(await cast.ann.refused('updateWorkItem', { params: one, body })).toMatchObject(refusal)
    expect(await cast.ann.call('getWorkItem', { params: one })).not.toMatchObject({ name: 'Never' })
    expect(await cast.ann.call('listWorkItems', { params })).toMatchObject({ total_count })
  })

  test('is accepted if it is empty and the row has no value', async () => {
    const empty = { cycle_id: '', module_ids: null, estimate_point: null, type_id: '', external_id: '' }
    const made = await cast.ann.call('createWorkItem', { params, body: { name: 'Empty', ...empty } })
    expect(made).toMatchObject({ cycle_id: null, module_ids: [], estimate_point: null, type_id: null })
  })

  test('is rejected if clients of Plane expect it to be stored', async () => {
    const body = { name: 'Nova', identifier: 'NOV', cover_image_asset: newId() }
    expect(await cast.ann.refused('createProject', { params: cast, body })).toMatchObject({
      status: 400,
      fields: { cover_image_asset: isNotHere },
    })
    expect(
      await cast.ann.refused('updateWorkspace', { params: cast, body: { slug: 'other' } }),
    ).toMatchObject({
      status: 400,
      fields: { slug: doesNotChange },
    })
    expect(await cast.ann.refused('updateMe', { body: { email: 'other@example.com' } })).toMatchObject({
      status: 400,
      fields: { email: doesNotChange },
    })
  })

  test('is named in the answer if it is unknown', async () => {
    const one = { ...params, id: item.id }
    const body = { name: 'Third', tempId: newId(), 'source\r\nid': 1 }
    expect(await sent('updateWorkItem', one, body)).toEqual({
      status: 200,
      unknownFields: 'tempId,source%0D%0Aid',
    })
    expect(await sent('updateWorkItem', one, { name: 'Third' })).toEqual({ status: 200, unknownFields: null })
  })

  test.each([
    [
      'changeWorkItems',
      'properties',
      (more: object) => ({ issue_ids: [item.id], properties: { priority: 'low', ...more } }),
    ],
    [
      'setWorkItems',
      'updates.0',
      (more: object) => ({ updates: [{ id: item.id, priority: 'low', ...more }] }),
    ],
    ['setWorkItemDates', 'updates.0', (more: object) => ({ updates: [{ id: item.id, ...more }] })],
  ] as const)('is refused and named within lists of changes: %s', async (name, at, body) => {
    for (const [field, value] of [
      ['is_epic', true],
      ['type_id', null],
    ] as const) {
      expect(await cast.ann.refused(name, { params, body: body({ [field]: value }) })).toMatchObject({
        status: 400,
        fields: { [`${at}.${field}`]: doesNotChange },
      })
    }
    const one = { ...params, id: item.id }
    expect(await cast.ann.call('getWorkItem', { params: one })).toMatchObject({ priority: 'none' })
    const stray = body({ tempId: 1, updated_at: item.updated_at })
    expect(await sent(name, params, stray)).toEqual({
      status: 200,
      unknownFields: `${at.replace('.0', '')}.tempId`,
    })
    await cast.ann.call('updateWorkItem', { params: one, body: { priority: 'none' } })
  })

  test('is named in the answer at any depth', async () => {
    const place = { in_use: 'icon', icon: { name: 'hill', color: '#123456', size: 3 } }
    const body = {
      name: 'Deep',
      logo_props: place,
      rich_filters: { and: [{ priority__in: 'low' }] },
      display_filters: { calendar: { layout: 'month', show_weekends: true, moon: 'full' }, zoom: 1 },
    }
    expect(await sent('createView', params, body)).toEqual({
      status: 201,
      unknownFields: 'logo_props.icon.size,display_filters.calendar.moon,display_filters.zoom',
    })
    const free = { goals: { anything: 'at all' }, mobile_onboarding_step: { any: true }, theme: {} }
    expect(await sent('updateProfile', {}, free)).toEqual({ status: 200, unknownFields: null })
    const description_json = { type: 'doc', content: [{ type: 'paragraph', extra: 1 }] }
    expect(await sent('createWorkItem', params, { name: 'Told', description_json })).toEqual({
      status: 201,
      unknownFields: null,
    })
  })

  test('is counted once, and the names are limited', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`stray${n}`, n]))
    const { status, unknownFields } = await sent('updateWorkItem', { ...params, id: item.id }, many)
    expect(status).toBe(200)
    expect(unknownFields?.length).toBeLessThan(3_000)
    expect(unknownFields).toMatch(/^stray0,.*,\.\.\.$/)
    const update = { id: item.id, stray: 1 }
    const updates = [update, update, update]
    expect(await sent('setWorkItems', params, { updates })).toEqual({
      status: 200,
      unknownFields: 'updates.stray',
    })
  })

  test('a copy of a whole row creates a new row', async () => {
    const { id, ...rest } = item
    const copy = await cast.ann.call('createWorkItem', { params, body: { ...rest, name: 'Copy' } })
    expect(copy).toMatchObject({ name: 'Copy', sort_order: item.sort_order })
    expect(copy.sequence_id).not.toBe(item.sequence_id)
  })
})

describe('a call stores what it accepts', () => {
  test('the access and the lock of a view', async () => {
    const view = await cast.ann.call('createView', { params, body: { name: 'Mine', is_locked: true } })
    expect(view).toMatchObject({ access: 1, is_locked: true })
    const one = { ...params, view_id: view.id }
    const change = (body: object) => ({ params: one, body })
    expect(await cast.ann.refused('updateView', change({ access: 0 }))).toMatchObject({
      error: 'view is locked',
    })
    expect(await cast.ann.call('updateView', change({ is_locked: false, access: 0 }))).toMatchObject({
      is_locked: false,
      access: 0,
    })
  })

  test('the access of a page, which only its owner and admins change', async () => {
    const page = await cast.ann.call('createPage', { params, body: { view_props: { full_width: true } } })
    expect(page).toMatchObject({ access: 0, view_props: { full_width: true }, workspace: cast.workspace_id })
    const one = { ...params, page_id: page.id }
    const members = [{ member_id: cast.max.id, role: 15 as const }]
    await cast.ann.call('addProjectMembers', { params, body: { members } })
    expect(await cast.max.refused('updatePage', { params: one, body: { access: 1 } })).toMatchObject({
      status: 403,
      error: 'Access cannot be updated since this page is owned by someone else',
    })
    const look = { params: one, body: { view_props: { font: 'serif', small_text: true } as const } }
    expect(await cast.ann.call('updatePage', look)).toMatchObject({
      view_props: { full_width: true, font: 'serif', small_text: true },
    })
    const same = { access: 0, name: 'Renamed', view_props: { full_width: false } }
    expect(await cast.ann.call('updatePage', { params: one, body: same })).toMatchObject(same)
    expect(await cast.ann.call('updatePage', { params: one, body: { access: 1 } })).toMatchObject({
      access: 1,
    })
  })

  test('the cover of a project, under both names', async () => {
    const cover_image = 'https://images.example.com/hill.jpg'
    const body = { cover_image, cover_image_asset: null }
    expect(await cast.ann.call('updateProject', { params, body })).toMatchObject({
      cover_image,
      cover_image_url: cover_image,
    })
    expect(
      await cast.ann.refused('updateProject', { params, body: { cover_image: 'javascript:alert(1)' } }),
    ).toMatchObject({ status: 400, fields: { cover_image: [expect.any(String)] } })
    expect(await cast.ann.call('updateProject', { params, body: { cover_image_url: '' } })).toMatchObject({
      cover_image: null,
    })
  })

  test('a description of a work item as JSON', async () => {
    const text = { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }
    const description_json = { type: 'doc', content: [text] }
    const made = await cast.ann.call('createWorkItem', { params, body: { name: 'Told', description_json } })
    const one = { ...params, id: made.id }
    expect((await cast.ann.call('getWorkItem', { params: one })).description_html).toContain('Hello')
    const change = { description_html: '<p>Again</p>', skip_activity: true }
    await cast.ann.call('updateWorkItem', { params: one, body: change })
    expect((await cast.ann.call('getWorkItem', { params: one })).description_html).toContain('Again')
    expect(
      await cast.ann.refused('updateWorkItem', { params: one, body: { description_binary: 'x'.repeat(5) } }),
    ).toMatchObject({ status: 400, fields: { description_binary: [expect.any(String)] } })
  })
})

describe('a query parameter', () => {
  const get = (name: CallName, inPath: Record<string, string>, query: string) =>
    fetch(`${server.url}${fillPath(calls[name].path, inPath)}?${query}`, {
      headers: { cookie: cast.ann.cookie },
    })

  test.each(['listWorkItems', 'listProjects', 'getWorkItem', 'listNotifications', 'listStates'] as const)(
    'that a call does not have is refused by its name: %s',
    async (name) => {
      const response = await get(name, { ...params, id: item.id }, 'proirity=high&page=2')
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        fields: {
          proirity: ['Unknown parameter.'],
          page: ['Unknown parameter.'],
        },
      })
    },
  )

  test('is named in the answer if clients of Plane always send it', async () => {
    const response = await get('listStates', params, 'expand=project&per_page=5')
    expect([response.status, response.headers.get(unknownFieldsHeader)]).toEqual([200, 'expand,per_page'])
    const known = await get('listWorkItems', params, 'per_page=5')
    expect([known.status, known.headers.get(unknownFieldsHeader)]).toEqual([200, null])
  })

  test.each([
    ['target_date', 'tomorrow;after'],
    ['start_date', '2026-02-30'],
    ['created_at', '2026-01-01;since'],
    ['target_date', '2026-01-01;after,soon'],
    ['start_target_date', 'maybe'],
  ])('with a date that cannot be read is refused: %s=%s', async (name, text) => {
    const response = await get('listWorkItems', params, new URLSearchParams({ [name]: text }).toString())
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [name]: ['Invalid date.'] } })
  })

  test('with a valid date filters, and an empty one does not', async () => {
    const sets = [
      '2026-01-01;after',
      '2_weeks;before;fromnow',
      'None',
      '2026-01-01;after,2026-02-01;before',
      '',
    ]
    for (const text of sets) {
      const query = new URLSearchParams({ target_date: text }).toString()
      expect((await get('listWorkItems', params, query)).status).toBe(200)
    }
  })
})
