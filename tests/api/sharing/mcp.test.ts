import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchIndexReader } from '#api/personal/search/reader.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { waitForSearchIndex } from '../../support/wait-for-search-index.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }

/** An MCP client of a user. `use` calls a tool and returns its result as an object. */
type Agent = { client: Client; use: (name: string, input?: object) => Promise<Record<string, unknown>> }
let max: Agent
let gus: Agent
let eve: Agent
const agents: Agent[] = []

beforeAll(async () => {
  server = await startTestServer({}, undefined, [searchIndexReader])
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Harbor', identifier: 'HARB', cycle_view: true, module_view: true, page_view: true },
  })
  params = { slug: cast.slug, project_id: project.id }
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
  max = await connect(cast.max)
  gus = await connect(cast.gus)
  eve = await connect(cast.eve)
})
afterAll(async () => {
  for (const { client } of agents) await client.close()
  await server.close()
})

async function connect(person: ApiClient, body: object = {}): Promise<Agent> {
  const { token } = await person.call('createApiToken', { body })
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { Authorization: `Bearer ${token}` }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers },
  })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  const agent: Agent = {
    client,
    use: async (name, input = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } })
      const [{ text } = { text: '' }] = content as { text: string }[]
      if (isError) throw new Error(text)
      return JSON.parse(text)
    },
  }
  agents.push(agent)
  return agent
}

const workspace = () => ({ workspace: cast.slug })
const inProject = () => ({ ...workspace(), project: 'HARB' })

test('tools have descriptions, and readers are marked as such', async () => {
  const { tools } = await max.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    ...[
      'list_projects',
      'describe_project',
      'search',
      'list_work_items',
      'get_work_item',
      'create_work_item',
    ],
    ...['update_work_item', 'add_comment', 'list_pages', 'get_page', 'create_page', 'append_to_page'],
  ])
  for (const { name, description, annotations } of tools) {
    expect(description?.length, name).toBeGreaterThan(20)
    expect(annotations?.readOnlyHint, name).toBe(/^(list|describe|search|get)/.test(name))
  }
})

test('an agent finds a project, and creates, changes, comments on and reads a work item', async () => {
  expect(await max.use('list_projects')).toEqual({ workspaces: [cast.slug] })
  expect(await max.use('list_projects', workspace())).toMatchObject({ projects: [{ project: 'HARB' }] })
  const project = await max.use('describe_project', inProject())
  expect(project['states']).toContainEqual({ name: 'Todo', group: 'unstarted', is_default: false })
  await cast.ann.call('createCycle', { params, body: { name: 'Sprint 1' } })

  const made = await max.use('create_work_item', {
    ...inProject(),
    title: 'Book a berth',
    description: 'Guests **look** for a berth.\n\n- By map\n- By name',
    state: 'todo',
    priority: 'high',
    assignees: ['me'],
    labels: ['Feature'],
    due_date: '2100-05-11',
    cycle: 'Sprint 1',
  })
  const [item] = made['work_items'] as { key: string }[]
  expect(item).toMatchObject({
    title: 'Book a berth',
    state: 'Todo',
    priority: 'high',
    due_date: '2100-05-11',
  })
  const { key } = item ?? { key: '' }

  await max.use('update_work_item', { ...workspace(), key, state: 'In Progress', due_date: null })
  await max.use('add_comment', { ...workspace(), key, text: 'Started *today*.' })
  await max.use('create_work_item', { ...inProject(), title: 'Draw the map', parent: key })
  expect(await max.use('get_work_item', { ...workspace(), key })).toMatchObject({
    key,
    state: 'In Progress',
    due_date: null,
    labels: ['Feature'],
    description: expect.stringContaining('Guests **look** for a berth.'),
    sub_items: [{ title: 'Draw the map' }],
    comments: [{ text: expect.stringContaining('Started _today_.') }],
  })
  await waitForSearchIndex(server.databaseUrl, cast.workspace_id)
  expect(await max.use('search', { ...workspace(), words: 'berth' })).toMatchObject({
    work_items: [{ key, title: 'Book a berth' }],
  })
})

test('an agent lists work items by filters, page by page', async () => {
  for (const title of ['One', 'Two', 'Three'])
    await max.use('create_work_item', { ...inProject(), title, priority: 'urgent', state: 'Todo' })
  const first = await max.use('list_work_items', { ...inProject(), priority: 'urgent', limit: 2 })
  expect(first).toMatchObject({ total: 3, work_items: [{ title: 'Three' }, { title: 'Two' }] })
  const cursor = first['next_cursor']
  const rest = await max.use('list_work_items', { ...inProject(), priority: 'urgent', limit: 2, cursor })
  expect(rest).toMatchObject({ work_items: [{ title: 'One' }], next_cursor: null })
  const mine = await max.use('list_work_items', { ...workspace(), assignee: 'me', state_groups: ['started'] })
  expect(mine).toMatchObject({ work_items: [{ title: 'Book a berth' }] })
  const inCycle = await max.use('list_work_items', { ...inProject(), cycle: 'Sprint 1' })
  expect(inCycle).toMatchObject({ work_items: [{ title: 'Book a berth' }] })
})

test('an agent writes pages, and what others write meanwhile is preserved', async () => {
  const { id } = await max.use('create_page', {
    ...inProject(),
    title: 'Plan',
    text: '# Goal\n\nOpen in May.',
  })
  const add = (text: string) => max.use('append_to_page', { ...workspace(), id, text })
  await Promise.all([add('First addition.'), add('Second addition.')])
  const { text } = await max.use('get_page', { ...workspace(), id })
  for (const part of ['# Goal', 'Open in May.', 'First addition.', 'Second addition.'])
    expect(text).toContain(part)
  expect(await max.use('list_pages', inProject())).toMatchObject({ pages: [{ id, title: 'Plan' }] })
  const shared = await max.use('create_page', { ...workspace(), title: 'Handbook', text: 'Ours' })
  expect(await max.use('get_page', { ...workspace(), id: shared['id'] })).toMatchObject({ title: 'Handbook' })
})

test('a description is replaced only if nobody has changed it since it was read', async () => {
  const { work_items } = await max.use('create_work_item', {
    ...inProject(),
    title: 'Shared',
    description: 'First',
  })
  const [{ key } = { key: '' }] = work_items as { key: string }[]
  const update = (more: object) => max.use('update_work_item', { ...workspace(), key, ...more })
  await expect(update({ description: 'Mine' })).rejects.toThrow(/description_version/)
  const { description_version } = await max.use('get_work_item', { ...workspace(), key })
  await update({ description: 'Second', description_version })
  await expect(update({ description: 'Third', description_version })).rejects.toThrow(/409/)
  expect(await max.use('get_work_item', { ...workspace(), key })).toMatchObject({ description: 'Second' })
})

test('a token of one workspace works, and a name that several people have is not guessed', async () => {
  const bound = await connect(cast.max, { workspace: cast.workspace_id })
  expect(await bound.use('list_projects')).toEqual({ workspaces: [cast.slug] })
  expect(await bound.use('list_work_items', { ...workspace(), assignee: 'me' })).toHaveProperty('work_items')
  const names = { display_name: 'Same name' }
  await cast.gus.call('updateMe', { body: names })
  await cast.max.call('updateMe', { body: names })
  const create = { ...inProject(), title: 'Whose?', assignees: ['Same name'] }
  await expect(bound.use('create_work_item', create)).rejects.toThrow(/Several rows/)
})

test('resources and prompts are offered', async () => {
  const { contents } = await max.client.readResource({ uri: `tandem://${cast.slug}/work-items/HARB-1` })
  const [content] = contents
  expect(JSON.parse(content && 'text' in content ? content.text : '')).toMatchObject({
    title: 'Book a berth',
  })
  const prompt = await max.client.getPrompt({
    name: 'triage',
    arguments: { workspace: cast.slug, project: 'HARB' },
  })
  expect(JSON.stringify(prompt.messages)).toContain('HARB')
})

test('wrong names are explained, and nothing is written', async () => {
  const before = await max.use('list_work_items', inProject())
  const stray = (more: object) => max.use('create_work_item', { ...inProject(), title: 'Stray', ...more })
  await expect(stray({ state: 'Doing' })).rejects.toThrow(
    /There is no state "Doing". Existing: Backlog, Todo/,
  )
  await expect(stray({ assignees: ['Nobody'] })).rejects.toThrow(/There is no person "Nobody"/)
  await expect(max.use('describe_project', { ...workspace(), project: 'NONE' })).rejects.toThrow(
    /Existing: Harbor/,
  )
  await expect(max.use('get_work_item', { ...workspace(), key: 'HARB-999' })).rejects.toThrow(/404/)
  expect(await max.use('list_work_items', inProject())).toEqual(before)
})

test('an agent may do what its user and its token may do', async () => {
  const create = { ...inProject(), title: 'Refused' }
  await expect(gus.use('create_work_item', create)).rejects.toThrow(/403/)
  await expect(eve.use('list_projects', workspace())).rejects.toThrow(/404/)
  await expect(eve.use('get_work_item', { ...workspace(), key: 'HARB-1' })).rejects.toThrow(/404/)
  const reader = await connect(cast.max, { scope: 'read' })
  expect(await reader.use('list_work_items', inProject())).toHaveProperty('work_items')
  await expect(reader.use('create_work_item', create)).rejects.toThrow(/403/)
})

test('a request needs a token, and only POST is accepted', async () => {
  const post = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { cookie: cast.max.cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(post.status).toBe(401)
  expect(post.headers.get('www-authenticate')).toMatch(/^Bearer/)
  const invented = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer tandem_api_${'0'.repeat(64)}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(invented.status).toBe(401)
  expect((await fetch(`${server.url}/mcp`)).status).toBe(405)
  const { token } = await cast.max.call('createApiToken', { body: {} })
  const list = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '[]',
  })
  expect(list.status).toBe(400)
})
