import { fileURLToPath } from 'node:url'
import { PlaneClient } from '@makeplane/plane-node-sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenRoute } from '#api/sharing/token-api/route.ts'
import { tokenRoutes } from '#api/sharing/token-api/serve-token-api.ts'
import { createTableInspector } from '../../support/table-inspector.ts'
import { expectStatus, startTokenApi, type TokenApi } from '../../support/token-api.ts'

/** A picture of one color. */
const solid = { create: { width: 8, height: 8, channels: 3, background: '#336699' } } as const

let api: TokenApi
let server: TokenApi['server']
let cast: TokenApi['cast']
let max: TokenApi['max']
let gus: TokenApi['gus']
let eve: TokenApi['eve']
let slug: TokenApi['slug']
let project: TokenApi['project']
let states: TokenApi['states']
let send: TokenApi['send']
let at: TokenApi['at']

beforeAll(async () => {
  api = await startTokenApi()
  ;({ server, cast, max, gus, eve, slug, project, states, send, at } = api)
})
afterAll(() => api.server.close())

test('uploads pictures of the user and files of a workspace', async () => {
  const upload = async (path: string, name: string, content: Blob) => {
    const body = { name, type: content.type, size: content.size, entity_type: 'USER_AVATAR' }
    const { status, answer } = await send('POST', path, {
      body:
        path.includes('/assets/') && !path.startsWith('/workspaces')
          ? body
          : { ...body, entity_type: undefined },
    })
    expect(status).toBe(200)
    const form = new FormData()
    for (const [field, value] of Object.entries(answer.upload_data.fields)) form.append(field, String(value))
    form.append('file', content, name)
    // A program cannot resolve a relative address.
    expect(answer.upload_data.url).toMatch(/^https?:\/\/[^/]/)
    const url = new URL(new URL(answer.upload_data.url).pathname, server.url)
    expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true)
    return answer.asset_id
  }
  const files = `/workspaces/${slug}/assets/`
  const id = await upload(files, 'notes.txt', new Blob(['Tides'], { type: 'text/plain' }))
  expect((await send('GET', `${files}${id}/`)).status).toBe(404)
  expect((await send('PATCH', `${files}${id}/`, { body: { is_uploaded: true } })).status).toBe(204)
  const { answer } = await send('GET', `${files}${id}/`)
  expect(answer).toMatchObject({ asset_id: id, asset_name: 'notes.txt', asset_type: 'text/plain' })
  const read = await fetch(`${server.url}${answer.asset_url}`, {
    headers: { 'x-api-key': api.tokenOf(cast.ann) },
  })
  expect(await read.text()).toBe('Tides')
  expect((await send('GET', `${files}${id}/`, { as: cast.max })).status).toBe(404)

  const picture = new Blob([Uint8Array.from(await sharp(solid).png().toBuffer())], { type: 'image/png' })
  for (const suffix of ['', 'server/']) {
    const avatar = await upload(`/assets/user-assets/${suffix}`, 'me.png', picture)
    const path = `/assets/user-assets/${avatar}/${suffix}`
    expect((await send('PATCH', path, { body: {}, as: cast.max })).status).toBe(404)
    expect((await send('PATCH', path, { body: {} })).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(204)
  }
  await upload('/users/assets/', 'me.png', picture)
})

test('reads and turns on features of a project, and counts the work items of a workspace', async () => {
  const path = at('features/')
  const { answer: before } = await send('GET', path, { as: cast.max })
  expect(before).toMatchObject({ epics: false, workflows: false, project_updates: true })
  const change = { body: { intakes: true, views: false } }
  expect((await send('PATCH', path, { ...change, as: cast.max })).status).toBe(403)
  expect((await send('PATCH', path, change)).answer).toMatchObject({ intakes: true, views: false })
  expect((await send('PATCH', path, { body: { views: 'no' } })).status).toBe(400)
  await send('PATCH', path, { body: { intakes: before.intakes, views: before.views } })
  expect((await send('GET', path, { as: cast.eve })).status).toBe(404)

  const count = `/workspaces/${slug}/work-items/count/`
  const { answer: counted } = await send('GET', count)
  await send('POST', at('work-items/'), { body: { name: 'Counted' } })
  const groups = { grouped_by: null, sub_grouped_by: null, grouped_counts: {} }
  expect((await send('GET', count)).answer).toEqual({ ...groups, total_count: counted.total_count + 1 })
  expect((await send('GET', `${count}?group_by=priority`)).status).toBe(400)
  expect((await send('GET', count, { as: cast.eve })).status).toBe(404)
})

test('the official MCP server lists, creates and changes work items', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('@makeplane/plane-mcp-server/build/index.js'))],
    env: {
      PLANE_API_HOST_URL: server.url,
      PLANE_API_KEY: api.tokenOf(cast.max),
      PLANE_WORKSPACE_SLUG: slug,
    },
    stderr: 'ignore',
  })
  const agent = new Client({ name: 'test', version: '1.0.0' })
  await agent.connect(transport)
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await agent.callTool({ name, arguments: input })
    const [content] = result.content as { text: string }[]
    if (result.isError) throw new Error(`${name}: ${content?.text}`)
    return content?.text ?? ''
  }
  const row = async (name: string, input: Record<string, unknown> = {}) => JSON.parse(await use(name, input))
  try {
    const project_id = project
    expect(await row('get_user')).toMatchObject({ id: cast.max.id })
    expect(await row('get_workspace_members')).toHaveLength(3)
    expect(await use('get_projects')).toContain(project)
    expect(await use('list_states', { project_id })).toContain('In Progress')
    const issue_data = { name: 'Asked by an agent', description_html: '<p>Now</p>' }
    const made = await row('create_issue', { project_id, issue_data })
    expect(made).toMatchObject(issue_data)
    const issue_id = made.id
    await use('update_issue', { project_id, issue_id, issue_data: { priority: 'urgent' } })
    const key = { project_identifier: 'ATL', issue_identifier: String(made.sequence_id) }
    expect(await row('get_issue_using_readable_identifier', key)).toMatchObject({ priority: 'urgent' })
    await use('add_issue_comment', { project_id, issue_id, comment_html: '<p>Done</p>' })
    expect(await use('get_issue_comments', { project_id, issue_id })).toContain('<p>Done</p>')
    await use('create_worklog', { project_id, issue_id, worklog_data: { description: 'Work', duration: 15 } })
    expect(await use('get_total_worklogs', { project_id })).toContain(issue_id)
    const cycle_data = {
      name: 'By an agent',
      project_id,
      owned_by: cast.max.id,
      start_date: '2101-01-04',
      end_date: '2101-01-17',
    }
    const { id: cycle_id } = await row('create_cycle', { project_id, cycle_data })
    await use('add_cycle_issues', { project_id, cycle_id, issues: [issue_id] })
    expect(await use('list_cycle_issues', { project_id, cycle_id })).toContain(issue_id)
    const { id: module_id } = await row('create_module', { project_id, module_data: { name: 'By an agent' } })
    await use('add_module_issues', { project_id, module_id, issues: [issue_id] })
    expect(await use('list_module_issues', { project_id, module_id })).toContain(issue_id)
    expect(await use('list_project_issues', { project_id })).toContain(issue_id)
  } finally {
    await agent.close()
  }
})

describe('access and errors', () => {
  test('a request needs a valid token, and a session is not enough', async () => {
    expect(await send('GET', '/users/me/', { as: null })).toMatchObject({
      status: 401,
      answer: { detail: 'Authentication credentials were not provided.' },
    })
    const withCookie = await fetch(`${server.url}/api/v1/users/me/`, { headers: { cookie: cast.ann.cookie } })
    expect(withCookie.status).toBe(401)
    const invented = new PlaneClient({
      baseUrl: server.url,
      apiKey: 'plane_api_00000000000000000000000000000000',
    })
    await expect(invented.users.me()).rejects.toMatchObject({
      statusCode: 403,
      response: { detail: 'Given API token is not valid' },
    })
  })

  test('a guest may read but not write, and other workspaces are not found', async () => {
    await expectStatus(gus.workItems.create(slug, project, { name: 'No' }), 403)
    await expectStatus(gus.states.create(slug, project, { name: 'No', color: '#000000' } as never), 403)
    expect((await gus.states.list(slug, project)).count).toBeGreaterThan(0)
    await expectStatus(max.states.create(slug, project, { name: 'No', color: '#000000' } as never), 403)
    await expectStatus(eve.workItems.list(slug, project), 404)
    await expectStatus(eve.workItems.create(slug, project, { name: 'No' }), 404)
    await expectStatus(eve.projects.list(slug), 404)
  })

  test('security 1: no route answers a stranger, and a read-only token writes nothing', async () => {
    const tables = await createTableInspector(server.databaseUrl)
    const item = await max.workItems.create(slug, project, { name: 'Out of reach' })
    const { token } = await cast.ann.call('createApiToken', { body: { scope: 'read' } })
    const ids: Record<string, string> = {
      slug,
      project_id: project,
      id: item.id,
      key: `ATL-${item.sequence_id}`,
    }
    const someId = '01890000-0000-7000-8000-000000000000'
    const body = {
      ...{ name: 'x', comment_html: '<p>x</p>', url: 'https://example.com', issue: { name: 'x' } },
      ...{ issues: [item.id], work_item_ids: [item.id], related_issue: item.id, relation_type: 'blocking' },
      estimate_points: [{ key: 1, value: '1' }],
    }
    const request = async ({ method, path }: TokenRoute, key: string) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? someId)
      const answer = await fetch(`${server.url}/api/v1${filled}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      })
      return answer.status
    }
    await tables.keep()
    try {
      for (const route of tokenRoutes.filter((one) => one.path.startsWith('/workspaces/'))) {
        const name = `${route.method} ${route.path}`
        expect({ name, status: await request(route, api.tokenOf(cast.eve)) }).toEqual({
          name,
          status: 404,
        })
        if (route.method === 'GET') continue
        expect({ name, status: await request(route, token) }).toEqual({
          name,
          status: expect.toBeOneOf([403, 404]),
        })
      }
      expect((await tables.changed()).filter((table) => table !== 'api_tokens')).toEqual([])
    } finally {
      await tables.close()
    }
  })

  test('a read-only token and a token of another workspace are limited', async () => {
    const { token } = await cast.ann.call('createApiToken', { body: { scope: 'read' } })
    const reader = new PlaneClient({ baseUrl: server.url, apiKey: token })
    expect((await reader.states.list(slug, project)).count).toBeGreaterThan(0)
    await expectStatus(reader.labels.create(slug, project, { name: 'No' }), 403)
    const own = await cast.ann.call('createWorkspace', { body: { name: 'Other', slug: 'other-space' } })
    const bound = await cast.ann.call('createApiToken', { body: { workspace: own.id } })
    const other = new PlaneClient({ baseUrl: server.url, apiKey: bound.token })
    await expectStatus(other.states.list(slug, project), 404)
  })

  test('invalid values are named by field, and nothing is changed', async () => {
    const before = await max.workItems.list(slug, project)
    expect(await send('POST', at('work-items/'), { body: { name: '' } })).toMatchObject({
      status: 400,
      answer: { name: [expect.any(String)] },
    })
    const state = '01890000-0000-7000-8000-000000000000'
    const foreign = await send('POST', at('issues/'), { body: { name: 'Stray', state } })
    expect(foreign).toMatchObject({ status: 400, answer: { state: [expect.any(String)] } })
    expect(await send('POST', at('work-items/'), { body: '{"name":' })).toMatchObject({
      status: 400,
      answer: { detail: expect.stringMatching(/^JSON parse error/) },
    })
    expect(await max.workItems.list(slug, project)).toEqual(before)
  })

  test('a taken name is a conflict with the id of the existing row', async () => {
    const [todo] = [states['Todo']]
    expect(await send('POST', at('states/'), { body: { name: 'Todo', color: '#000000' } })).toMatchObject({
      status: 409,
      answer: { error: expect.any(String), id: todo },
    })
    expect(
      await send('POST', `/workspaces/${slug}/projects/`, { body: { name: 'Another', identifier: 'ATL' } }),
    ).toMatchObject({ status: 409, answer: { identifier: expect.any(String) } })
  })

  test('unknown routes, methods and pages have the documented errors', async () => {
    expect(await send('GET', '/unknown/')).toMatchObject({
      status: 404,
      answer: { error: 'Page not found.' },
    })
    expect(await send('PUT', at('states/'))).toMatchObject({
      status: 405,
      answer: { detail: 'Method "PUT" not allowed.' },
    })
    expect(await send('GET', at('states/?per_page=5000'))).toMatchObject({
      status: 400,
      answer: { detail: 'Invalid per_page value. Cannot exceed 1000.' },
    })
    expect(await send('GET', at('labels/?cursor=next'))).toMatchObject({
      status: 400,
      answer: { detail: 'Invalid cursor parameter.' },
    })
  })

  test('the summary counts the named kinds of rows, and routes of the workspace expand fields', async () => {
    const summary = await send('GET', at('summary/?fields=states,unknown,__proto__'))
    expect(summary.answer).toMatchObject({ id: project, counts: { states: 5 } })
    const item = await max.workItems.create(slug, project, { name: 'Expanded', state: states['Todo'] ?? '' })
    const expanded = await max.workItems.retrieveByIdentifier(slug, `ATL-${item.sequence_id}`, [
      'state',
      'project',
    ])
    expect(expanded).toMatchObject({ state: { name: 'Todo' }, project: { identifier: 'ATL' } })
  })

  test('every answer has the rate limit of the token, and each request counts once', async () => {
    const first = await send('GET', at(), { as: cast.gus })
    const second = await send('GET', at(), { as: cast.gus })
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
    expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(
      Number(first.headers.get('x-ratelimit-remaining')) - 1,
    )
    expect(Number(second.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000)
  })

  test('paths work without the last slash, and a repeated write is not executed twice', async () => {
    expect((await send('GET', at('states'))).answer).toEqual((await send('GET', at('states/'))).answer)
    const write = () =>
      fetch(`${server.url}/api/v1${at('labels/')}`, {
        method: 'POST',
        headers: {
          'x-api-key': api.tokenOf(cast.ann),
          'x-mutation-id': 'once-only',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'Once' }),
      })
    const [made, repeated] = [await (await write()).json(), await (await write()).json()]
    expect(repeated).toEqual(made)
  })
})
