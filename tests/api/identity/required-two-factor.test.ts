import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, makeInstanceAdmin, type WorkspaceWithUsers } from '../../support/cast.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  cast = await createWorkspaceWithUsers(server)
})
afterEach(closeClients)
afterAll(() => server.close())

/** Sets in the database whether a user has set up two-factor authentication. */
const give = (id: string, has: boolean) =>
  runSql(server.databaseUrl, 'update users set has_second_factor = $2 where id = $1', [id, has])
const required = { code: 'forbidden', error_code: 5330, error_message: 'SECOND_FACTOR_REQUIRED' }

test('security 32: a workspace that requires two-factor authentication blocks REST, sockets and tokens at once', async () => {
  const { ann, max } = cast
  const params = { slug: cast.slug }
  const ask = (wanted: boolean) =>
    ann.call('updateWorkspace', { params, body: { requires_second_factor: wanted } })
  expect(
    await max.refused('updateWorkspace', { params, body: { requires_second_factor: true } }),
  ).toMatchObject({ status: 403 })
  expect(
    await ann.refused('updateWorkspace', { params, body: { requires_second_factor: true } }),
  ).toMatchObject({ status: 409 })
  const { token } = await max.call('createApiToken', { body: { label: 'bot', scope: 'write' } })
  const live = await connectLive(server, max)
  await live.subscribe(cast.slug)
  const byToken = await connectLive(server, { key: token ?? '' })
  await byToken.subscribe(cast.slug)

  await give(ann.id, true)
  await ask(true)
  await expect.poll(() => live.accessChanges).toContain(cast.workspace_id)
  await expect.poll(() => byToken.accessChanges).toContain(cast.workspace_id)
  const projects = (headers: Record<string, string>) =>
    fetch(new URL(`/api/workspaces/${cast.slug}/projects/`, server.url), { headers })
  const both: Record<string, string>[] = [{ cookie: max.cookie }, { 'x-api-key': token ?? '' }]
  for (const headers of both) {
    const answer = await projects(headers)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject(required)
  }
  const again = await connectLive(server, max)
  expect(await again.subscribe(cast.slug)).toMatchObject({ ok: false, code: 'not_found' })
  // The name of the workspace stays visible, because the client has to lead members to the setup.
  const own = await max.call('listWorkspaces', {})
  expect(own.map(({ slug }) => slug)).toContain(cast.slug)
  expect((await projects({ cookie: ann.cookie })).status).toBe(200)

  await give(max.id, true)
  expect((await projects({ cookie: max.cookie })).status).toBe(200)
  await give(max.id, false)
  await ask(false)
  expect((await projects({ cookie: max.cookie })).status).toBe(200)
  for (const socket of [live, byToken, again]) socket.close()
})

test('security 32, 60: a reset second factor ends updates by token, in lists and in texts', async () => {
  const { ann, max } = cast
  const { token } = await max.call('createApiToken', { body: { label: 'reader', scope: 'write' } })
  const key = token ?? ''
  for (const who of [ann, max]) await give(who.id, true)
  const params = { slug: cast.slug }
  const body = { name: 'Atlas', identifier: 'ATL' }
  const { id: project_id } = await max.call('createProject', { params, body })
  const page = await max.call('createPage', { params: { ...params, project_id }, body: { name: 'Plan' } })
  await ann.call('updateWorkspace', { params, body: { requires_second_factor: true } })
  const live = await connectLive(server, { key })
  expect(await live.subscribe(cast.slug)).toMatchObject({ ok: true })
  const text = openDocumentClient(server.url, { key }, documentName('page', page.id))
  await pollUntilTrue(() => text.provider.isSynced)

  await makeInstanceAdmin(server, ann.id)
  await ann.call('resetInstancePersonFactor', { params: { user_id: max.id } })
  await expect.poll(() => live.accessChanges).toEqual([cast.workspace_id])
  await pollUntilTrue(() => text.ended.includes('forbidden'))
  await ann.call('updateProject', { params: { ...params, project_id }, body: { name: 'Heard by others' } })
  expect(await live.subscribe(cast.slug)).toMatchObject({ ok: false, code: 'not_found' })
  expect(live.heard).toEqual([])
  live.close()
})
