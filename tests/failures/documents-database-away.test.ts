import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { runSql } from '../support/api-client.ts'
import {
  closeClients,
  openDocumentClient,
  pollUntilTrue,
  type TestDocumentClient,
} from '../support/document-clients.ts'
import { type InterruptibleDatabaseProxy, startInterruptibleProxy } from '../support/interruptible-proxy.ts'
import { type ProjectTestServer, startProjectTestServer } from '../support/project-test-server.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

// The server reaches its database through a proxy that the tests can shut. A second server without the proxy
// shows what is stored, because the first server also shows unsaved edits.
let atlas: ProjectTestServer
let gate: InterruptibleDatabaseProxy
let witness: TestServer

beforeAll(async () => {
  atlas = await startProjectTestServer({}, async (databaseUrl) => {
    gate = await startInterruptibleProxy(databaseUrl)
    return gate.url
  })
  witness = await startTestServer({ DATABASE_URL: atlas.server.databaseUrl })
})
afterEach(async () => {
  closeClients()
  await gate.open()
})
afterAll(async () => {
  await witness.close()
  await atlas.close()
  await gate.close()
})

const places = [
  [
    'a page',
    'page',
    async () => (await atlas.cast.ann.call('createPage', { params: atlas.params, body: {} })).id,
  ],
  ['a work item', 'work_item', async () => (await atlas.make('Item')).id],
] as const

const open = (name: string, server: TestServer = atlas.server) =>
  openDocumentClient(server.url, atlas.cast.ann, name)

async function storedLines(name: string): Promise<string[]> {
  const reader = open(name, witness)
  await reader.synced()
  return reader.text().split('\n')
}

const interruptions: [string, () => Promise<unknown>][] = [
  [
    'ends its connections',
    () =>
      runSql(
        atlas.server.databaseUrl,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tandem'",
      ),
  ],
  [
    'goes and comes back',
    async () => {
      await gate.shut()
      await gate.open()
    },
  ],
]

test.each(
  places.flatMap(([place, ...rest]) =>
    interruptions.map(([what, act]) => [place, what, act, ...rest] as const),
  ),
)(
  'no acknowledged edit of %s is lost when the database %s',
  async (_, __, interrupt, kind, make) => {
    const name = documentName(kind, await make())
    const [writer, other] = [open(name), openDocumentClient(atlas.server.url, atlas.cast.max, name)]
    await Promise.all([writer.synced(), other.synced()])
    const acknowledged: string[] = []
    const write = async (client: TestDocumentClient, line: string) => {
      client.type(line)
      await client.saved()
      acknowledged.push(line)
    }
    let isOver = false
    const writing = [writer, other].map(async (client, at) => {
      for (let line = 0; !isOver; line++) await write(client, `${at}-${line}`)
    })
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.length
      await pollUntilTrue(() => acknowledged.length > before + 10, 'edits are acknowledged')
      await interrupt()
    }
    isOver = true
    await Promise.all(writing)
    const lines = await storedLines(name)
    expect(acknowledged.filter((line) => lines.filter((each) => each === line).length !== 1)).toEqual([])
    await pollUntilTrue(() => writer.text() === other.text(), 'both show the same')
    expect(writer.text().split('\n')).toEqual(lines)
  },
  60_000,
)

test.each(places)(
  'what is typed into %s while the database is away waits with its writer',
  async (_, kind, make) => {
    const name = documentName(kind, await make())
    const [writer, other] = [open(name), openDocumentClient(atlas.server.url, atlas.cast.max, name)]
    await Promise.all([writer.synced(), other.synced()])
    await gate.shut()
    writer.type('typed meanwhile')
    await pollUntilTrue(() => writer.ended.includes('unavailable'), 'the writer is told')
    expect(writer.provider.hasUnsyncedChanges).toBe(true)
    expect(other.text()).toBe('')
    await gate.open()
    // The client of the writer retries automatically, without a reload.
    await writer.saved()
    await pollUntilTrue(() => other.text() === 'typed meanwhile')
    expect(await storedLines(name)).toEqual(['typed meanwhile'])
  },
)

test('a document opened while the database is away opens when it is back', async () => {
  const { id } = await atlas.make('Item', { description_html: '<p>stored before</p>' })
  await gate.shut()
  const client = open(documentName('work_item', id))
  await pollUntilTrue(() => client.ended.length > 0, 'it is refused')
  expect(client.ended).not.toContain('forbidden')
  await gate.open()
  await client.synced()
  expect(client.text()).toBe('stored before')
})
