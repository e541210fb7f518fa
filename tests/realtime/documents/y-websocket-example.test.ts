import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const body = { name: 'Atlas', identifier: 'ATLAS' }
  const project = await cast.ann.call('createProject', { params: { slug: 'acme' }, body })
  params = { slug: 'acme', project_id: project.id }
})
afterEach(closeClients)
afterAll(() => server.close())

async function runExample(name: string, text: string, key: string): Promise<string> {
  const args = ['docs/examples/y-websocket-client.mjs', server.url, name, text]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, API_KEY: key, NODE_NO_WARNINGS: '1' },
  })
  return stdout
}

test('the y-websocket client reads and edits a text', async () => {
  const body = { name: 'Plan', description_html: '<p>from REST</p>' }
  const { id } = await cast.ann.call('createPage', { params, body })
  const name = documentName('page', id)
  const { token } = await cast.ann.call('createApiToken', { body: { label: 'Example', scope: 'write' } })
  const editor = openDocumentClient(server.url, cast.ann, name)
  await editor.synced()
  expect(await runExample(name, 'from the example', token)).toBe('<paragraph>from REST</paragraph>\n')
  await pollUntilTrue(() => editor.text() === 'from REST\nfrom the example')
})

test('the y-websocket client is refused without access', async () => {
  const { id } = await cast.ann.call('createPage', { params, body: { name: 'Plan' } })
  const { token } = await cast.eve.call('createApiToken', { body: { label: 'Example', scope: 'write' } })
  await expect(runExample(documentName('page', id), 'never', token)).rejects.toThrow('refused')
})
