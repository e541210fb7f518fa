import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { role } from '#common/platform/roles.ts'
import { createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../support/cast.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../support/document-clients.ts'
import { connectLive } from '../support/live-client.ts'
import { openAcceptedSocket, socketPaths } from '../support/raw-socket.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Two servers that share one database. Their Redis does not respond. */
let here: TestServer
let there: TestServer
let cast: WorkspaceWithUsers
let project: { id: string }
const params = () => ({ slug: cast.slug, project_id: project.id })

beforeAll(async () => {
  const REDIS_URL = 'redis://127.0.0.1:1'
  here = await startTestServer({ REDIS_URL })
  there = await startTestServer({ REDIS_URL, DATABASE_URL: here.databaseUrl })
  cast = await createWorkspaceWithUsers(here)
  project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
})
afterEach(closeClients)
afterAll(async () => {
  await there.close()
  await here.close()
})

async function member(name: string) {
  const person = await createSignedInUser(here, `${name}@example.com`)
  await addMember(here, cast.workspace_id, person.id, role.member)
  const [membership] = await cast.ann.call('addProjectMembers', {
    params: params(),
    body: { members: [{ member_id: person.id, role: role.member }] },
  })
  return { person, membership: { ...params(), member_id: membership?.id ?? '' } }
}

test('a change is heard on the other server without Redis', async () => {
  const max = await connectLive(there, cast.ann)
  await max.subscribe(cast.slug)
  const item = await cast.ann.call('createWorkItem', { params: params(), body: { name: 'Heard' } })
  await max.hears((change) => change.id === item.id)
  max.close()
})

test('presence is seen on one server without Redis', async () => {
  const place = `project:${project.id}`
  const [one, two] = [await connectLive(here, cast.ann), await connectLive(here, cast.ann)]
  for (const client of [one, two]) {
    await client.subscribe(cast.slug)
    client.socket.emit('presence', { place })
  }
  await one.sees(place, (people) => people.length === 2)
  one.close()
  two.close()
})

test.each(Object.entries(socketPaths))(
  'security 60: a sign-out reaches the door to %s of the other server without Redis',
  async (name, path) => {
    const { person } = await member(`leaving-${name}`)
    const socket = await openAcceptedSocket(there, path, { cookie: person.cookie, origin: there.url })
    const closed = once(socket, 'close')
    await runSql(here.databaseUrl, 'delete from sessions where user_id = $1', [person.id])
    await closed
  },
)

test('what is typed reaches the other server without Redis', async () => {
  const page = await cast.ann.call('createPage', { params: params(), body: { name: 'Plan' } })
  const name = documentName('page', page.id)
  const [ours, theirs] = [
    openDocumentClient(here.url, cast.ann, name),
    openDocumentClient(there.url, cast.ann, name),
  ]
  await Promise.all([ours.synced(), theirs.synced()])
  ours.type('typed here')
  await pollUntilTrue(() => theirs.text().includes('typed here'))
})

test('security 60: a removal reaches the other server without Redis', async () => {
  const { person, membership } = await member('removed')
  const page = await cast.ann.call('createPage', { params: params(), body: { name: 'Plan' } })
  const client = await connectLive(there, person)
  await client.subscribe(cast.slug)
  const document = openDocumentClient(there.url, person, documentName('page', page.id))
  await document.synced()
  const told = new Promise((resolve) => client.socket.once('access', resolve))
  await cast.ann.call('removeProjectMember', { params: membership })
  expect(await told).toBe(cast.workspace_id)
  await pollUntilTrue(() => document.ended.includes('forbidden'))
  client.close()
})

test('security 60: a page that is locked is so on the other server', async () => {
  const page = await cast.ann.call('createPage', { params: params(), body: { name: 'Plan' } })
  const document = openDocumentClient(there.url, cast.ann, documentName('page', page.id))
  await document.synced()
  await cast.ann.call('lockPage', { params: { ...params(), page_id: page.id } })
  await pollUntilTrue(() => document.provider.authorizedScope === 'readonly')
})
