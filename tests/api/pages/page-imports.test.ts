import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
  params = { slug: cast.slug, project_id: project.id }
})
afterAll(() => server.close())

/** Creates pages with stored HTML but without a collaborative document, as seeds and imports do. */
async function imported(names: string[]) {
  const pages = await Promise.all(
    names.map((name) => cast.ann.call('createPage', { params, body: { name } })),
  )
  const ids = pages.map((page) => page.id)
  const fill = `update pages set description_html = '<p>' || name || '</p>' where id = any($1)`
  await runSql(server.databaseUrl, fill, [ids])
  return ids.map((page_id) => ({ ...params, page_id }))
}

test('many readers do not exhaust the database connections', async () => {
  const pages = await imported(Array.from({ length: 40 }, (_, at) => `Page ${at}`))
  const read = await Promise.all(pages.map((at) => cast.ann.call('getPage', { params: at })))
  expect(read.map((page) => page.description_html)).toEqual(read.map((page) => `<p>${page.name}</p>`))
})

test('reading an imported text twice does not duplicate it', async () => {
  const [at] = await imported(['Once'])
  if (!at) throw new Error('The page was not made.')
  const bytes = async () => {
    const path = `/api/workspaces/${at.slug}/projects/${at.project_id}/pages/${at.page_id}/description/`
    const response = await fetch(server.url + path, { headers: { cookie: cast.ann.cookie } })
    expect(response.status).toBe(200)
    return new Uint8Array(await response.arrayBuffer())
  }
  const doc = new Y.Doc()
  for (const update of [await bytes(), await bytes()]) Y.applyUpdate(doc, update)
  await cast.ann.call('updatePageDescription', { params: at, body: { description_html: '<p>Replaced</p>' } })
  Y.applyUpdate(doc, await bytes())
  expect(doc.share.size).toBe(1)
  expect(doc.getXmlFragment('default').toJSON()).toBe('<paragraph>Replaced</paragraph>')
})
