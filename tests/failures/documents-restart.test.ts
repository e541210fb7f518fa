import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { closeClients, openDocumentClient } from '../support/document-clients.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

// A server as in production. The tests kill the server before it has merged the latest edits.
let dataDir: string
let server: ServerProcess
let ann: ApiClient
let params: { slug: string; project_id: string }

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('restart')
  server = await startServerProcess(dataDir)
  ann = await createSignedInUser(server, 'ann@restart.example')
  await ann.call('createWorkspace', { body: { name: 'Restart', slug: 'restart' } })
  const body = { name: 'Atlas', identifier: 'ATL' }
  const project = await ann.call('createProject', { params: { slug: 'restart' }, body })
  params = { slug: 'restart', project_id: project.id }
}, 60_000)
afterEach(closeClients)
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function typeInto(name: string, text: string): Promise<void> {
  const editor = openDocumentClient(server.url, ann, name)
  await editor.synced()
  editor.type(text)
  await editor.saved()
}

const unstored = () =>
  runSql(server.databaseUrl, 'select distinct name from document_updates where not is_derived')

/** Makes a request at the current URL of the server, which changes with a restart. */
async function get(path: string) {
  const response = await fetch(`${server.url}/api/workspaces/restart/${path}`, {
    headers: { cookie: ann.cookie },
  })
  expect(response.status).toBe(200)
  return response.json()
}

test('after kill -9 each answer has what was typed, and so have versions', async () => {
  const item = await ann.call('createWorkItem', {
    params,
    body: { name: 'Typed into', description_html: '<p>before</p>' },
  })
  // Makes the last version old, so that the new text is stored as a separate version.
  await runSql(
    server.databaseUrl,
    `update description_versions set last_saved_at = last_saved_at - interval '1 hour' where issue_id = $1`,
    [item.id],
  )
  const page = await ann.call('createPage', { params, body: { description_html: '<p>before</p>' } })
  await runSql(
    server.databaseUrl,
    `update page_versions set last_saved_at = last_saved_at - interval '1 hour' where page_id = $1`,
    [page.id],
  )
  const names = [documentName('work_item', item.id), documentName('page', page.id)]
  await Promise.all(names.map((name) => typeInto(name, 'typed last')))
  expect(await unstored()).toHaveLength(2)
  await server.killEverything()
  server = await startServerProcess(dataDir)

  const expected = '<p>before</p><p>typed last</p>'
  const project = `projects/${params.project_id}`
  expect(await get(`${project}/issues/${item.id}/`)).toMatchObject({ description_html: expected })
  expect(await get(`work-items/ATL-${item.sequence_id}/`)).toMatchObject({ description_html: expected })
  expect(await get(`${project}/pages/${page.id}/`)).toMatchObject({ description_html: expected })
  const { results } = await get(`${project}/v2/issues/?description=true`)
  expect(results).toMatchObject([{ description_html: expected }])
  for (const [table, id] of [
    ['work_items', item.id],
    ['pages', page.id],
  ]) {
    const rows = await runSql(
      server.databaseUrl,
      `select description_html, description_stripped from ${table} where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ description_html: expected, description_stripped: 'before\ntyped last' }])
  }
  expect(await unstored()).toEqual([])
  const versions = `${project}/issues/${item.id}/description-versions/`
  const kept: { results: { id: string }[] } = await get(versions)
  expect(kept.results).toMatchObject([{ owned_by: ann.id }, { owned_by: ann.id }])
  const texts = await Promise.all(kept.results.map(({ id }) => get(`${versions}${id}/`)))
  expect(texts).toMatchObject([{ description_html: expected }, { description_html: '<p>before</p>' }])
  const ofPage = `${project}/pages/${page.id}/versions/`
  const keptOfPage: { id: string }[] = await get(ofPage)
  const textsOfPage = await Promise.all(keptOfPage.map(({ id }) => get(`${ofPage}${id}/`)))
  expect(textsOfPage).toMatchObject([{ description_html: expected }, { description_html: '<p>before</p>' }])
}, 60_000)
