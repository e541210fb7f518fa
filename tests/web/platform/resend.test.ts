import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { mutate, onRefusal, store, waitingAtom } from '#web/platform/app/sync.ts'
import { runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import {
  type InterruptibleDatabaseProxy,
  startInterruptibleProxy,
} from '../../support/interruptible-proxy.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let gate: InterruptibleDatabaseProxy
const send = globalThis.fetch
const refusals: string[] = []
/**
 * The number of answers that the simulated network still loses. The server processes the requests
 * nevertheless.
 */
let losing = 0

beforeAll(async () => {
  atlas = await startProjectTestServer({}, async (databaseUrl) => {
    gate = await startInterruptibleProxy(databaseUrl)
    return gate.url
  })
  onRefusal((error) => void refusals.push(error.code))
  // Node does not add the base URL and the cookie to requests as a browser does, so this function adds them.
  globalThis.fetch = async (path, init) => {
    const headers = { ...init?.headers, cookie: atlas.cast.ann.cookie, origin: atlas.server.url }
    const answer = await send(new URL(String(path), atlas.server.url), { ...init, headers })
    if (losing-- > 0) throw new TypeError('network error')
    return answer
  }
})

beforeEach(() => {
  losing = 0
  refusals.length = 0
})

afterAll(async () => {
  globalThis.fetch = send
  await gate.open()
  await atlas.close()
  await gate.close()
})

const create = (id: string) =>
  mutate({
    call: 'createWorkItem',
    input: { params: atlas.params, body: { id, name: 'Made meanwhile' } },
    changes: [],
    answerTable: 'work_items',
  })

test('what is saved while the database is away arrives when it is back, once', async () => {
  await gate.shut()
  const id = newId()
  const saved = create(id)
  await pollUntilTrue(() => store.get(waitingAtom) === 1, 'it is said to be reconnecting')
  await gate.open()
  expect(await saved).toMatchObject({ id, name: 'Made meanwhile' })
  expect(store.get(waitingAtom)).toBe(0)
  expect(refusals).toEqual([])
  const rows = await runSql(atlas.server.databaseUrl, 'select op from changes where entity_id = $1', [id])
  expect(rows).toEqual([{ op: 'create' }])
})

test('a create whose answer was lost is made once', async () => {
  losing = 1
  const id = newId()
  expect(await create(id)).toMatchObject({ id })
  expect(refusals).toEqual([])
})

test.each(['lost', 'followed'] as const)('a commit whose order was %s makes one item', async (order) => {
  const { databaseUrl } = atlas.server
  const id = newId()
  const name = `Doubtful ${id}`
  gate.breakAtCommit(name, order)
  const tried: Response[] = []
  const through = globalThis.fetch
  globalThis.fetch = async (path, init) => {
    const answer = await through(path, init)
    tried.push(answer.clone())
    return answer
  }
  try {
    const input = { params: atlas.params, body: { id, name } }
    expect(
      await mutate({ call: 'createWorkItem', input, changes: [], answerTable: 'work_items' }),
    ).toMatchObject({
      id,
      name,
    })
  } finally {
    globalThis.fetch = through
  }
  // If only the database's answer to the commit was lost, the server checks whether the change was stored, so
  // the client needs no second request.
  expect(tried.map(({ status }) => status)).toEqual(order === 'lost' ? [503, 201] : [201])
  if (order === 'lost') {
    expect(await tried[0]?.json()).toMatchObject({
      code: 'unavailable',
      error:
        'The server lost its database while it saved this. It may be saved or not; please look before you try again.',
    })
  }
  expect(refusals).toEqual([])
  const rows = await runSql(databaseUrl, 'select id from work_items where name = $1', [name])
  expect(rows).toEqual([{ id }])
  const changes = await runSql(
    databaseUrl,
    "select op from changes where entity = 'work_items' and fields->>'name' = $1",
    [name],
  )
  expect(changes).toEqual([{ op: 'create' }])
})

test('a create whose id exists stays rejected', async () => {
  const { id } = await atlas.make('There before')
  expect(await create(id)).toBeNull()
  expect(refusals).toEqual(['conflict'])
})

test('a deletion whose answer was lost counts as done', async () => {
  const { id } = await atlas.make('To go')
  losing = 1
  const params = { ...atlas.params, id }
  await mutate({ call: 'deleteWorkItem', input: { params }, changes: [], answerTable: 'work_items' })
  expect(refusals).toEqual([])
  expect((await atlas.stored({ id }))['deleted_at']).not.toBeNull()
})

test('a create with an id from the server is applied once', async () => {
  const { id } = await atlas.make('Related')
  const other = await atlas.make('Other')
  losing = 2
  const answer = await mutate({
    call: 'createRelations',
    input: { params: { ...atlas.params, id }, body: { relation_type: 'relates_to', issues: [other.id] } },
    changes: [],
  })
  expect(answer).toMatchObject([{ id: other.id }])
  expect(refusals).toEqual([])
})
