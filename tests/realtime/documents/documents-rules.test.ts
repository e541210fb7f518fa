import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
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
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
})
afterEach(closeClients)
afterAll(() => server.close())

const open = (who: ApiClient, name: string) => openDocumentClient(server.url, who, name)

async function newPage(html?: string): Promise<{ id: string; name: string }> {
  const body = { id: newId(), name: 'Plan', description_html: html }
  const { id } = await cast.ann.call('createPage', { params, body })
  return { id, name: documentName('page', id) }
}

async function storedOf(table: 'pages' | 'work_items', id: string) {
  const statement = `select description_html, description_json, description_stripped, updated_by from ${table} where id = $1`
  const [row] = await runSql(server.databaseUrl, statement, [id])
  return row
}

test('stores typed text on the page', async () => {
  const page = await newPage('<p>from REST</p>')
  const editor = open(cast.max, page.name)
  await editor.synced()
  expect(editor.text()).toBe('from REST')
  editor.type('from an editor')
  await editor.saved()
  editor.close()
  await pollUntilTrue(async () => (await storedOf('pages', page.id))?.description_html.includes('editor'))
  expect(await storedOf('pages', page.id)).toMatchObject({
    description_html: '<p>from REST</p><p>from an editor</p>',
    description_json: { type: 'doc' },
    description_stripped: 'from REST\nfrom an editor',
    updated_by: cast.max.id,
  })
})

test('REST and typed edits of a description are merged', async () => {
  const body = { name: 'Item', description_html: '<p>first</p>' }
  const { id } = await cast.max.call('createWorkItem', { params, body })
  const editor = open(cast.ann, documentName('work_item', id))
  await editor.synced()
  expect(editor.text()).toBe('first')
  editor.type('typed')
  await editor.saved()
  const item = { params: { ...params, id: id } }
  await cast.max.call('updateWorkItem', { ...item, body: { description_html: '<p>second</p>' } })
  await pollUntilTrue(() => editor.text() === 'second\ntyped')
  expect(await storedOf('work_items', id)).toMatchObject({ description_html: '<p>second</p><p>typed</p>' })
})

test('stored HTML opens as a document', async () => {
  const { id } = await cast.max.call('createWorkItem', { params, body: { name: 'Seeded' } })
  await runSql(server.databaseUrl, 'update work_items set description_html = $1 where id = $2', [
    '<h1>Seed</h1>',
    id,
  ])
  const editor = open(cast.ann, documentName('work_item', id))
  await editor.synced()
  expect(editor.text()).toBe('Seed')
})

test('security 59: strangers and restricted guests cannot open documents', async () => {
  const page = await newPage()
  const { id } = await cast.max.call('createWorkItem', { params, body: { name: 'Not yours' } })
  const eve = open(cast.eve, page.name)
  const gus = open(cast.gus, documentName('work_item', id))
  await pollUntilTrue(() => eve.ended.includes('forbidden') && gus.ended.includes('forbidden'))
})

test('security 60: a locked page becomes read-only at once', async () => {
  const page = await newPage()
  const editor = open(cast.max, page.name)
  await editor.synced()
  expect(editor.provider.authorizedScope).toBe('read-write')
  const one = { params: { ...params, page_id: page.id } }
  await cast.ann.call('lockPage', one)
  const from = Date.now()
  await pollUntilTrue(() => editor.provider.authorizedScope === 'readonly')
  expect(Date.now() - from).toBeLessThan(1_000)
  await cast.ann.call('unlockPage', one)
  await pollUntilTrue(() => editor.provider.authorizedScope === 'read-write')
  await cast.ann.call('setPageAccess', { ...one, body: { access: 1 } })
  await pollUntilTrue(() => editor.ended.includes('forbidden'))
})

test('security 60: a deleted page closes its editors', async () => {
  const page = await newPage()
  const editor = open(cast.max, page.name)
  await editor.synced()
  await cast.ann.call('deletePage', { params: { ...params, page_id: page.id } })
  await pollUntilTrue(() => editor.ended.includes('forbidden'))
})

test('security 60: leaving the project closes its documents', async () => {
  const page = await newPage()
  const editor = open(cast.max, page.name)
  const other = open(cast.ann, page.name)
  await Promise.all([editor.saved(), other.saved()])
  const members = await cast.ann.call('listProjectMembers', { params })
  const membership = members.find(({ member }) => member === cast.max.id)
  await cast.ann.call('removeProjectMember', { params: { ...params, member_id: membership?.id ?? '' } })
  const from = Date.now()
  await pollUntilTrue(() => editor.ended.includes('forbidden'))
  expect(Date.now() - from).toBeLessThan(1_000)
  expect(other.ended).toEqual([])
})
