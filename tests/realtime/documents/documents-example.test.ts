import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
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

async function runExample(name: string, text: string, session = cast.ann.cookie.replace('session-id=', '')) {
  const args = ['docs/examples/documents-client.mjs', server.url, name, text]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, SESSION: session, NODE_NO_WARNINGS: '1' },
  })
  return { stdout, stderr }
}

async function newPage(): Promise<string> {
  const body = { name: 'Plan', description_html: '<p>from REST</p>' }
  return documentName('page', (await cast.ann.call('createPage', { params, body })).id)
}

test('the documented client reads and edits a text', async () => {
  const name = await newPage()
  const editor = openDocumentClient(server.url, cast.ann, name)
  await editor.synced()
  const { stdout, stderr } = await runExample(name, 'from the example')
  expect(stdout).toBe('<paragraph>from REST</paragraph>\n')
  expect(stderr).toBe('')
  await pollUntilTrue(() => editor.text() === 'from REST\nfrom the example')
})

test('the documented client receives the reason of a refusal', async () => {
  const name = await newPage()
  const refused = runExample(name, 'never', cast.eve.cookie.replace('session-id=', ''))
  await expect(refused).rejects.toThrow('refused: forbidden')
})

test('returns the schema version without signing in', async () => {
  const response = await fetch(`${server.url}/api/instances/`)
  expect(await response.json()).toMatchObject({ instance: { document_schema: documentSchemaVersion } })
})
