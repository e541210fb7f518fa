import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { newId } from '#common/ids.ts'
import { role } from '#common/roles.ts'
import { type ApiClient, fill, runSql } from '../support/api-client.ts'
import { type Cast, makeCast } from '../support/cast.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let cast: Cast
let atlas: { slug: string; project_id: string }
let secret: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await makeCast(server)
  const make = async (name: string, identifier: string) => {
    const body = { name, identifier, network: 0 }
    const { id } = await cast.ann.call('createProject', { params: { slug: cast.slug }, body })
    return { slug: cast.slug, project_id: id }
  }
  atlas = await make('Atlas', 'ATL')
  secret = await make('Secret', 'SEC')
  await cast.ann.call('addProjectMembers', {
    params: atlas,
    body: { members: [{ member_id: cast.max.id, role: role.member }] },
  })
  await cast.ann.call('createWorkItem', {
    params: atlas,
    body: { name: '=cmd|"/c calc"!A1', priority: 'urgent', assignee_ids: [cast.max.id] },
  })
  await cast.ann.call('createWorkItem', { params: atlas, body: { name: 'Plain, with a comma' } })
  await cast.ann.call('createWorkItem', { params: secret, body: { name: 'Nobody else knows' } })
})
afterAll(() => server.close())

async function exported(who: ApiClient, body: object = {}): Promise<{ response: Response; lines: string[] }> {
  const response = await fetch(server.url + fill(calls.exportWorkItems.path, { slug: cast.slug }), {
    method: 'POST',
    headers: { cookie: who.cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { response, lines: (await response.text()).split('\r\n').filter((line) => line !== '') }
}

test('security 30: items are exported as far as one sees them, and none of them as a formula', async () => {
  const { response, lines } = await exported(cast.max)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="work-items-acme.csv"')
  expect(lines[0]).toMatch(/^\ufeff?key,name,project,state,/)
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^ATL-1,"'=cmd\|""\/c calc""!A1",Atlas,Backlog,backlog,urgent,max,/),
    expect.stringMatching(/^ATL-2,"Plain, with a comma",Atlas,/),
  ])
  expect((await exported(cast.ann)).lines).toHaveLength(4)
})

test('security 1: of a project that one is not in nothing is exported', async () => {
  expect((await exported(cast.max, { project: [secret.project_id] })).response.status).toBe(404)
  expect((await exported(cast.ann, { project: [newId()] })).response.status).toBe(404)
  expect((await exported(cast.gus)).response.status).toBe(403)
  expect((await exported(cast.eve)).response.status).toBe(404)
  expect((await exported(cast.ann, { project: [secret.project_id] })).lines[1]).toMatch(/^SEC-1,/)
})

test('filters narrow it; another form than this is not made', async () => {
  const { lines } = await exported(cast.max, { rich_filters: { priority__in: 'urgent' } })
  expect(lines).toHaveLength(2)
  expect((await exported(cast.max, { rich_filters: { nonsense: 1 } })).response.status).toBe(400)
  const { response, lines: said } = await exported(cast.max, { provider: 'xlsx' })
  expect(response.status).toBe(400)
  expect(said.join()).toContain("Provider 'xlsx' not found.")
})

test('more than a batch comes whole, each once and in order', async () => {
  await runSql(
    server.databaseUrl,
    `insert into work_items (id, workspace_id, project_id, sequence_id, name, state_id, state__group, sort_order)
     select gen_random_uuid(), workspace_id, project_id, 10 + n, 'Row ' || n, state_id, state__group, n
     from work_items, generate_series(1, 1200) n where sequence_id = 2 and project_id = $1`,
    [atlas.project_id],
  )
  const { lines } = await exported(cast.max)
  const numbers = lines.slice(1).map((line) => Number(/^ATL-(\d+),/.exec(line)?.[1]))
  expect(numbers).toHaveLength(1202)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
})
