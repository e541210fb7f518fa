import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { role } from '#common/platform/roles.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let name: string
let project_id: string

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const params = { slug: cast.slug }
  const project = await cast.ann.call('createProject', { params, body: { name: 'Atlas', identifier: 'ATL' } })
  project_id = project.id
  const page = await cast.ann.call('createPage', {
    params: { ...params, project_id },
    body: { name: 'Plan' },
  })
  name = documentName('page', page.id)
})
afterEach(closeClients)
afterAll(() => server.close())

async function makeAccount(projects: { project_id: string; role: 15 }[]) {
  const account = await cast.ann.call('createServiceAccount', {
    params: { slug: cast.slug },
    body: { display_name: 'Scribe', projects },
  })
  const at = { params: { slug: cast.slug, service_account_id: account.id } }
  const { token: key } = await cast.ann.call('createServiceToken', { ...at, body: { label: 'Live' } })
  return { at, key }
}

test('security 60, 75: disabling an account closes its live and document connections', async () => {
  const { at, key } = await makeAccount([{ project_id, role: role.member }])
  const live = await connectLive(server, { key })
  expect(await live.subscribe(cast.slug)).toMatchObject({ ok: true })
  expect(await live.subscribe(cast.eves)).toMatchObject({ ok: false, code: 'not_found' })
  const document = openDocumentClient(server.url, { key }, name)
  await document.synced()
  document.type('written by an agent')
  await document.saved()
  await cast.ann.call('disableServiceAccount', at)
  await pollUntilTrue(() => !live.socket.connected)
  await pollUntilTrue(() => document.ended.length > 0)
  await expect(connectLive(server, { key })).rejects.toThrow()
})

test('security 59: a service account cannot open documents of other projects', async () => {
  const { key } = await makeAccount([])
  const document = openDocumentClient(server.url, { key }, name)
  await pollUntilTrue(() => document.ended.includes('forbidden'))
})
