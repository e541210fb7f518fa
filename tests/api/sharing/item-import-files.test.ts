import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveImportRowId } from '#api/pages/page-imports/plan-pages.ts'
import { runSql } from '../../support/api-client.ts'
import { importItems, waitForItemImport } from '../../support/imports/item-imports.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let host: string
const loaded: string[] = []
const website = createServer((request, response) => {
  loaded.push(request.url ?? '')
  if (/^\/(plan|signed)\.txt/.test(request.url ?? ''))
    response.setHeader('content-type', 'text/plain').end('The plan')
  else if (request.url === '/large.bin') response.end(Buffer.alloc(200_000))
  else if (request.url === '/login.pdf')
    response.setHeader('content-type', 'text/html').end('<form>Sign in</form>')
  else response.writeHead(404).end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => void website.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1', FILE_SIZE_LIMIT: '100000' })
})
afterAll(async () => {
  await atlas.close()
  website.close()
})

type Params = Awaited<ReturnType<ProjectTestServer['makeProject']>>

const ofAnn = (params: Params, name: string, bytes: string | Uint8Array, settings = {}) =>
  importItems(atlas.server, atlas.cast.ann, params, { name, bytes }, settings)

async function onlyItem(params: Params) {
  const { ann } = atlas.cast
  const [row] = await runSql<{ id: string }>(
    atlas.server.databaseUrl,
    'select id from work_items where project_id = $1 and deleted_at is null',
    [params.project_id],
  )
  const where = { params: { ...params, id: row?.id ?? '' } }
  const attachments = await ann.call('listAttachments', where)
  const links = await ann.call('listLinks', where)
  return {
    id: row?.id ?? '',
    files: attachments.map(({ attributes }) => attributes.name),
    links: links.map(({ url }) => url).sort(),
  }
}

async function undo(params: Params, item_import_id: string) {
  const where = { ...params, item_import_id }
  await atlas.cast.ann.call('undoItemImport', { params: where })
  return waitForItemImport(atlas.cast.ann, where)
}

test('copies attachments from web addresses, and links and reports the others', async () => {
  const params = await atlas.makeProject('Web', 'WEB')
  const table = (extra = '') =>
    `ID,Title,Attachments\nA-1,One${extra},"${['plan.txt', 'large.bin', 'login.pdf', 'gone'].map((name) => `${host}/${name}`).join(', ')}"`
  const report = await ofAnn(params, 'a.csv', table())
  expect(report).toMatchObject({ status: 'completed', files_total: 4, files_done: 4, files_copied: 1 })
  const refused = report.results.flatMap(({ notes }) =>
    notes.filter(({ reason }) => reason === 'file_refused'),
  )
  expect(refused.map(({ text }) => text.split(' ')[0])).toEqual(['large.bin', 'login.pdf', 'gone'])
  const item = await onlyItem(params)
  expect(item).toMatchObject({ files: ['plan.txt'] })
  expect(item.links).toEqual([`${host}/gone`, `${host}/large.bin`, `${host}/login.pdf`])

  // A second import copies nothing twice.
  loaded.length = 0
  expect(await ofAnn(params, 'a.csv', table(' more'))).toMatchObject({ updated: 1, files_copied: 0 })
  expect(loaded).not.toContain('/plan.txt')
  expect(await onlyItem(params)).toMatchObject({ files: ['plan.txt'], links: item.links })
})

test('Undo removes the attachments, links and comments that an update added, and a third run restores them', async () => {
  const params = await atlas.makeProject('Undo', 'UNF')
  await ofAnn(params, 'a.csv', 'ID,Title\nA-1,One')
  const { id } = await onlyItem(params)
  const comments = async () =>
    (await atlas.cast.ann.call('listComments', { params: { ...params, id } })).filter(
      ({ comment_html }) => comment_html !== '',
    ).length
  const bytes = zipSync({
    'items.csv': strToU8(`ID,Title,Files,Comments\nA-1,One,"docs/plan.txt, ${host}/gone",Seen`),
    'docs/plan.txt': strToU8('The plan'),
  })
  const report = await ofAnn(params, 'a.zip', bytes)
  expect(report).toMatchObject({ updated: 1, files_copied: 1 })
  expect(await onlyItem(params)).toEqual({ id, files: ['plan.txt'], links: [`${host}/gone`] })
  expect(await comments()).toBe(1)
  expect(await undo(params, report.id)).toMatchObject({ status: 'undone' })
  expect(await onlyItem(params)).toEqual({ id, files: [], links: [] })
  expect(await comments()).toBe(0)
  expect(await ofAnn(params, 'a.zip', bytes)).toMatchObject({ updated: 1, files_copied: 1 })
  expect(await onlyItem(params)).toEqual({ id, files: ['plan.txt'], links: [`${host}/gone`] })
  expect(await comments()).toBe(1)
})

test('copies a file whose address is signed again at each export only once', async () => {
  const params = await atlas.makeProject('Signed', 'SGN')
  const exported = (name: string, signature: string) => {
    const signed = `X-Amz-Date=${signature}&X-Amz-Signature=${signature}`
    const task = { gid: '11', name, completed: false }
    const attachments = [
      { gid: '7', name: 'plan.txt', download_url: `${host}/plan.txt?${signed}` },
      { name: 'signed.txt', download_url: `${host}/signed.txt?id=8&${signed}` },
      { gid: '9', name: 'gone', download_url: `${host}/gone?${signed}`, permanent_url: `${host}/asset/9` },
    ]
    return JSON.stringify({ data: [{ ...task, attachments }] })
  }
  expect(await ofAnn(params, 'a.json', exported('One', 'aa'))).toMatchObject({ files_copied: 2 })
  expect(await ofAnn(params, 'a.json', exported('One', 'bb'))).toMatchObject({
    unchanged: 1,
    files_copied: 0,
  })
  expect(await ofAnn(params, 'a.json', exported('Two', 'cc'))).toMatchObject({ updated: 1, files_copied: 0 })
  const { files, links } = await onlyItem(params)
  expect(files.toSorted()).toEqual(['plan.txt', 'signed.txt'])
  expect(links).toEqual([`${host}/asset/9`])
})

test('copies a file that changed after a job ended between its upload and its confirmation', async () => {
  const params = await atlas.makeProject('Ended', 'END')
  const table = (more = '') => `ID,Title,Attachments\nA-1,One,${more}`
  await ofAnn(params, 'a.csv', table())
  const { id } = await onlyItem(params)
  const url = `${host}/plan.txt`
  const attributes = { name: 'plan.txt', type: 'text/plain', size: 3, width: null, height: null }
  await runSql(
    atlas.server.databaseUrl,
    `insert into file_assets (id, workspace_id, project_id, entity_type, entity_identifier, attributes, created_by, updated_by, created_at, updated_at)
     select $1, workspace_id, project_id, 'ISSUE_ATTACHMENT', id, $2, $3, $3, now(), now() from work_items where id = $4`,
    [deriveImportRowId(id, `file ${url} plan.txt`), attributes, atlas.cast.ann.id, id],
  )
  expect(await ofAnn(params, 'a.csv', table(url))).toMatchObject({ updated: 1, files_copied: 1 })
  expect(await onlyItem(params)).toEqual({ id, files: ['plan.txt'], links: [] })
})

test('Undo removes few comments, links and attachments in one transaction', async () => {
  const params = await atlas.makeProject('Many', 'MNY')
  const issue = { number: 1, title: 'Long talk', state: 'open' }
  await ofAnn(params, 'github.json', JSON.stringify([issue]))
  const comments = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: at + 1, body: `Comment ${at}`, user: { login: 'max' } },
    created_at: '2026-01-02T09:00:00Z',
  }))
  const report = await ofAnn(params, 'github.json', JSON.stringify([{ ...issue, comments }]))
  expect(report).toMatchObject({ updated: 1 })
  expect(await undo(params, report.id)).toMatchObject({ status: 'undone' })
  const groups = await runSql<{ count: number }>(
    atlas.server.databaseUrl,
    `select count(*)::int as count from changes where entity = 'work_item_comments' and mutation_id like $1
     group by created_at order by 1`,
    [`import:${report.id}:%`],
  )
  // The import adds all comments of the row in one transaction, and Undo removes 25 in each transaction.
  expect(groups.map(({ count }) => count)).toEqual([15, 25, 40])
})

test('copies nothing if the user leaves out attachments', async () => {
  const params = await atlas.makeProject('Without', 'WOA')
  const table = `ID,Title,Attachments\nA-1,One,${host}/plan.txt`
  const report = await ofAnn(params, 'a.csv', table, { leaves_out: ['attachments'] })
  expect(report).toMatchObject({ created: 1, files_total: 0 })
  expect(await onlyItem(params)).toMatchObject({ files: [], links: [] })
})

test('security 19: the server copies nothing from private networks', async () => {
  const params = await atlas.makeProject('Private', 'PRV')
  const table =
    'ID,Title,Attachments\nA-1,One,"http://127.0.0.2/secret, http://[::1]/secret, file:///etc/passwd"'
  expect(await ofAnn(params, 'a.csv', table)).toMatchObject({ files_total: 3, files_copied: 0 })
})
