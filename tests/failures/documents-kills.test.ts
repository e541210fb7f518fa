import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import { openDocumentClient, pollUntilTrue } from '../support/document-clients.ts'
import { freePort } from '../support/free-port.ts'
import { createRandom } from '../support/history/random.ts'
import { type InterruptibleDatabaseProxy, startInterruptibleProxy } from '../support/interruptible-proxy.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import {
  createHocuspocusWriter,
  createYWebsocketWriter,
  readStoredDocumentText,
  type SimulatedWriter,
} from './documents-writers.ts'

/**
 * The seed of the random choices. To repeat a failed run, set the seed that it has printed: `KILLS_SEED=123
 * npx vitest run tests/failures/documents-kills.test.ts`.
 */
const seed = Number(process.env.KILLS_SEED ?? Math.floor(Math.random() * 1e6))
const kills = 3
const writersOf = { editors: 17, programs: 3 }

let dataDir: string
let server: ServerProcess
/**
 * The proxy through which clients reach the server. It is shut while the test examines the database after a
 * kill, because reconnecting clients resend lost updates.
 */
let way: InterruptibleDatabaseProxy
let url: string
let port: string
let people: ApiClient[]
let key: string
let names: string[]
let params: { slug: string; project_id: string }

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('kills')
  port = String(await freePort())
  way = await startInterruptibleProxy(`http://127.0.0.1:${port}`)
  url = way.url.replace(/\/$/, '')
  server = await start()
  people = await Promise.all(
    ['ann', 'max', 'zoe', 'tom'].map((name) =>
      createSignedInUser({ url, databaseUrl: server.databaseUrl }, `${name}@kills.example`),
    ),
  )
  const [ann, ...others] = people as [ApiClient, ...ApiClient[]]
  const workspace = await ann.call('createWorkspace', { body: { name: 'Kills', slug: 'kills' } })
  const { id } = await ann.call('createProject', {
    params: { slug: 'kills' },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug: 'kills', project_id: id }
  for (const person of others) await addMember(server, workspace.id, person.id, role.member)
  await ann.call('addProjectMembers', {
    params,
    body: { members: others.map((person) => ({ member_id: person.id, role: role.member })) },
  })
  key = (await ann.call('createApiToken', { body: {} })).token
  const page = await ann.call('createPage', { params, body: { description_html: '<p>A page</p>' } })
  const bare = await ann.call('createPage', { params, body: {} })
  const item = await ann.call('createWorkItem', { params, body: { name: 'An item' } })
  names = [documentName('page', page.id), documentName('page', bare.id), documentName('work_item', item.id)]
}, 60_000)
afterAll(async () => {
  await way.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () => startServerProcess(dataDir, { PORT: port, APP_URL: url })

function makeWriters(): SimulatedWriter[] {
  const nameAt = (at: number) => names[at % names.length] ?? ''
  const editors = Array.from({ length: writersOf.editors }, (_, at) =>
    createHocuspocusWriter(at, url, people[at % people.length] as ApiClient, nameAt(at)),
  )
  const programs = Array.from({ length: writersOf.programs }, (_, at) =>
    createYWebsocketWriter(writersOf.editors + at, url, key, nameAt(at)),
  )
  return [...editors, ...programs]
}

/** Puts the seed first in the compared value, so that a failure prints it. */
const outcome = (wrong: string[]) => ({ KILLS_SEED: seed, wrong })

/** Returns the edits that the server confirmed as saved but that are missing from the database. */
async function liesAfter(writers: SimulatedWriter[]): Promise<string[]> {
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, await readStoredDocumentText(server.databaseUrl, name))
  return writers.flatMap((writer) => writer.findLostWrites(texts.get(writer.name) ?? ''))
}

test('twenty writers lose nothing that they were told is saved to kill -9, and all read the same in the end', async () => {
  const random = createRandom(seed)
  const writers = makeWriters()
  let isOver = false
  const writing = writers.map(async (writer, at) => {
    const own = createRandom(seed * 1000 + at)
    while (!isOver) await writer.step(own)
  })
  const told: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    await pollUntilTrue(
      () => writers.some((writer) => writer.isSaved()),
      'somebody is told that all is saved',
    )
    await pause(200 + random.below(1_200))
    // Kills the server. With a probability of one half, also kills its PostgreSQL.
    await (random.chance(0.5) ? server.killEverything() : server.kill())
    await way.shut()
    server = await start()
    told.push(...(await liesAfter(writers)))
    await way.open()
  }
  isOver = true
  await Promise.all(writing)
  expect(outcome(told)).toEqual(outcome([]))
  await allRead(writers)
  for (const writer of writers) writer.close()
}, 180_000)

async function allRead(writers: SimulatedWriter[]): Promise<void> {
  for (const writer of writers) writer.comeBack()
  const editors = writers.slice(0, writersOf.editors)
  await Promise.all(editors.map((writer) => writer.settled()))
  for (const name of names) {
    const here = writers.filter((writer) => writer.name === name)
    const textOf = (writer: SimulatedWriter) => renderDocument(writer.doc).text
    const late = openDocumentClient(url, people[0] as ApiClient, name)
    await late.synced()
    await pollUntilTrue(() => here.every((writer) => textOf(writer) === late.text()), 'all show the same')
    const text = late.text()
    late.close()
    expect(outcome(here.flatMap((writer) => writer.findDifferences(text)))).toEqual(outcome([]))
    await pollUntilTrue(
      async () => (await readStoredDocumentText(server.databaseUrl, name)) === text,
      'the log holds the same',
    )
    await pollUntilTrue(async () => (await derivedOf(name)) === text, 'so does the row of its owner')
  }
}

async function derivedOf(name: string): Promise<string> {
  const [kind, id] = name.split(':')
  const [row] = await runSql<{ description_stripped: string }>(
    server.databaseUrl,
    `select description_stripped from ${kind === 'page' ? 'pages' : 'work_items'} where id = $1`,
    [id],
  )
  return row?.description_stripped ?? ''
}
