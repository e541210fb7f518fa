import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { titleFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { getDocumentTitle, setDocumentTitle } from '#common/documents/content/title.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import {
  appendParagraph,
  closeClients,
  createUpdateWithText,
  openDocumentClient,
  pollUntilTrue,
} from '../../support/document-clients.ts'
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
  const members = [{ member_id: cast.max.id, role: role.member }]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
})
afterEach(closeClients)
afterAll(() => server.close())

interface Sent {
  method?: string
  body?: object
  ifMatch?: string
}

/**
 * A document that clients can also read and write over REST. `path` is the URL for reading, and `write` the URL
 * for writing.
 */
interface Place {
  name: string
  path: string
  write: string
}

async function send(who: ApiClient, path: string, { method = 'GET', body, ifMatch }: Sent = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      cookie: who.cookie,
      origin: server.url,
      'content-type': 'application/json',
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = isJson ? JSON.parse(Buffer.from(bytes).toString()) : null
  return { status: response.status, etag: response.headers.get('etag') ?? '', bytes, answer }
}

const read = async (who: ApiClient, { path }: Place) => {
  const { answer, etag } = await send(who, path)
  return { html: answer.description_html as string, etag }
}

const write = (who: ApiClient, { write: path }: Place, description_html: string, ifMatch?: string) =>
  send(who, path, { method: 'PATCH', body: { description_html }, ...(ifMatch && { ifMatch }) })

const project = () => `/api/workspaces/acme/projects/${params.project_id}`

async function newPage(html?: string, name = 'Plan'): Promise<Place & { id: string }> {
  const body = { id: newId(), name, ...(html && { description_html: html }) }
  const { id } = await cast.ann.call('createPage', { params, body })
  const path = `${project()}/pages/${id}/`
  return { id, name: documentName('page', id), path, write: `${path}description/` }
}

async function newItem(html: string): Promise<Place & { id: string }> {
  const { id } = await cast.ann.call('createWorkItem', {
    params,
    body: { name: 'Item', description_html: html },
  })
  const path = `${project()}/issues/${id}/`
  return { id, name: documentName('work_item', id), path, write: path }
}

async function typedBy(who: ApiClient, place: Place, text: string) {
  const editor = openDocumentClient(server.url, who, place.name)
  await editor.synced()
  editor.type(text)
  await editor.saved()
  return editor
}

const places = [
  ['a page', newPage],
  ['a work item', newItem],
] as const

test.each(places)('a stale text of %s takes out nothing that others typed', async (_, make) => {
  const place = await make('<p>first</p>')
  const before = await read(cast.max, place)
  const editor = await typedBy(cast.ann, place, 'typed meanwhile')
  await pollUntilTrue(async () => (await loadStoredHtml(place)).includes('typed meanwhile'))
  const written = await write(cast.max, place, before.html.replace('first', 'first, changed'))
  expect(written).toMatchObject({ status: 200, etag: '' })
  await pollUntilTrue(() => editor.text() === 'first, changed\ntyped meanwhile')
  expect((await read(cast.max, place)).html).toBe('<p>first, changed</p><p>typed meanwhile</p>')
})

test('repeated saves keep what others type', async () => {
  const place = await newItem('<p>a</p>')
  await read(cast.max, place)
  await write(cast.max, place, '<p>a b</p>')
  const editor = await typedBy(cast.ann, place, 'typed')
  await write(cast.max, place, '<p>a b c</p>')
  await write(cast.max, place, '<p>a b c d</p>')
  await pollUntilTrue(() => editor.text() === 'a b c d\ntyped')
  await read(cast.max, place)
  await write(cast.max, place, '<p>all of it</p>')
  await pollUntilTrue(() => editor.text() === 'all of it')
})

test('the last of many concurrent full texts wins unchanged', async () => {
  const place = await newItem('<p>start</p>')
  const texts = Array.from({ length: 20 }, (_, at) => `<p>The text of writer number ${at + 10} in full</p>`)
  for (const { status } of await Promise.all(texts.map((text) => write(cast.max, place, text))))
    expect(status).toBe(200)
  expect(texts).toContain((await read(cast.max, place)).html)
})

test('merges full texts of two people without inventing words', async () => {
  const place = await newItem('<p>the start</p>')
  await Promise.all([read(cast.ann, place), read(cast.max, place)])
  const texts = Array.from({ length: 20 }, (_, at) => `<p>the word${at + 10}</p>`)
  await Promise.all(texts.map((text, at) => write(at % 2 ? cast.ann : cast.max, place, text)))
  expect((await read(cast.max, place)).html).toMatch(/^<p>the word[12]\d<\/p>$/)
})

test('compares a text that was never read with the stored one', async () => {
  const place = await newItem('<p>first</p>')
  await write(cast.max, place, '<p>second</p>')
  expect((await read(cast.ann, place)).html).toBe('<p>second</p>')
  await write(cast.max, place, '<p>first</p>')
  expect((await read(cast.ann, place)).html).toBe('<p>first</p>')
})

test.each(places)('If-Match replaces the text of %s as it was read', async (_, make) => {
  const place = await make('<p>first</p>')
  const { etag } = await read(cast.max, place)
  expect(etag).toMatch(/^"[\w-]+"$/)
  const written = await write(cast.max, place, '<p>second</p>', etag)
  expect(written.status).toBe(200)
  const after = await read(cast.ann, place)
  expect(after).toEqual({ html: '<p>second</p>', etag: written.etag })
  expect(await write(cast.max, place, '<p>third</p>', `"other", ${written.etag}`)).toMatchObject({
    status: 200,
  })
  expect(await write(cast.max, place, '<p>fourth</p>', '*')).toMatchObject({ status: 200 })
  expect((await read(cast.ann, place)).html).toBe('<p>fourth</p>')
})

test.each(places)('a stale If-Match answers the text of %s as it is', async (_, make) => {
  const place = await make('<p>first</p>')
  const { etag } = await read(cast.max, place)
  await typedBy(cast.ann, place, 'typed')
  const refused = await write(cast.max, place, '<p>second</p>', etag)
  const now = await read(cast.ann, place)
  expect(now.html).toBe('<p>first</p><p>typed</p>')
  expect(refused).toMatchObject({
    status: 409,
    etag: now.etag,
    answer: { code: 'conflict', current: { etag: now.etag, description_html: now.html } },
  })
  expect(await write(cast.max, place, '<p>second</p>', `W/${now.etag}`)).toMatchObject({ status: 409 })
  expect((await write(cast.max, place, '<p>second</p>', now.etag)).status).toBe(200)
})

test('the API document describes ETags and conflicts', async () => {
  type Operation = {
    operationId: string
    parameters?: { in: string; name: string; required?: boolean }[]
    responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>
  }
  type Schema = { properties: Record<string, Schema>; required: string[] }
  const { paths } = await (await fetch(`${server.url}/api/openapi.json`)).json()
  const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) =>
    Object.values(path),
  )
  const of = (holds: (operation: Operation) => unknown) =>
    operations.flatMap((operation) => (holds(operation) ? [operation.operationId] : [])).sort()
  const takes = (operation: Operation) =>
    operation.parameters?.some((one) => one.in === 'header' && one.name === 'If-Match' && !one.required)
  const writers = ['updateEpic', 'updatePageDescription', 'updateWorkItem', 'updateWorkspacePageDescription']
  expect(of(takes)).toEqual(writers)
  expect(of(({ responses }) => responses['409']?.headers && 'ETag' in responses['409'].headers)).toEqual(
    writers,
  )
  expect(
    of(({ responses }) => Object.values(responses).some(({ headers }) => headers && 'ETag' in headers)),
  ).toEqual(
    [
      'createEpic',
      'createPage',
      'createWorkItem',
      'createWorkspacePage',
      'getArchivedEpic',
      'getArchivedWorkItem',
      'getEpic',
      'getInboxIssue',
      'getIntakeIssue',
      'getPage',
      'getPageDescription',
      'getWorkItem',
      'getWorkItemByExternalId',
      'getWorkItemByKey',
      'getWorkspacePage',
      'getWorkspacePageDescription',
      'restoreDescriptionVersion',
      'restorePageVersion',
      'restoreWorkspacePageVersion',
      ...writers,
    ].toSorted(),
  )
  const place = await newItem('<p>first</p>')
  const { answer } = await write(cast.max, place, '<p>second</p>', '"stale"')
  const refused = operations.find(({ operationId }) => operationId === 'updateWorkItem')?.responses['409']
  const schema = refused?.content?.['application/json']?.schema
  expect(schema?.required.toSorted()).toEqual(Object.keys(answer).sort())
  expect(schema?.properties['current']?.required.toSorted()).toEqual(Object.keys(answer.current).sort())
  expect(refused?.headers).toHaveProperty('ETag')
})

test('returns the ETag of a new text', async () => {
  const item = await send(cast.max, `${project()}/issues/`, {
    method: 'POST',
    body: { name: 'New', description_html: '<p>first</p>' },
  })
  const page = await send(cast.max, `${project()}/pages/`, {
    method: 'POST',
    body: { name: 'New', description_html: '<p>first</p>' },
  })
  for (const [made, path] of [
    [item, `${project()}/issues/${item.answer.id}/`],
    [page, `${project()}/pages/${page.answer.id}/`],
  ] as const) {
    expect(made.etag).toMatch(/^"[\w-]+"$/)
    expect((await send(cast.max, path)).etag).toBe(made.etag)
  }
})

test.each(['', 'x', '"a" "b"', '"a",', "'a'", '"', '*, "a"', `"${'a'.repeat(5_000)}"`])(
  'the If-Match %j is refused and changes nothing',
  async (ifMatch) => {
    const place = await newPage('<p>first</p>')
    const sent = { method: 'PATCH', body: { description_html: '<p>second</p>' }, ifMatch }
    expect(await send(cast.max, place.write, sent)).toMatchObject({
      status: 400,
      answer: { code: 'invalid' },
    })
    expect((await read(cast.ann, place)).html).toBe('<p>first</p>')
  },
)

test('a text keeps its ETag after merging and opening', async () => {
  const place = await newPage('<p>first</p>')
  const { etag } = await read(cast.max, place)
  const editor = openDocumentClient(server.url, cast.ann, place.name)
  await editor.synced()
  editor.close()
  await pollUntilTrue(async () => (await pending(place)) === 0)
  expect((await read(cast.max, place)).etag).toBe(etag)
  expect((await send(cast.max, place.write)).etag).toBe(etag)
})

test('saving the same bytes four times yields one text', async () => {
  const place = await newPage('<p>from REST</p>')
  const doc = new Y.Doc()
  Y.applyUpdate(doc, (await send(cast.max, place.write)).bytes)
  const editor = await typedBy(cast.ann, place, 'typed')
  appendParagraph(doc, 'from bytes')
  const description_binary = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64')
  const body = { description_binary, description_html: '<p>ignored</p>', description_json: { type: 'doc' } }
  for (let save = 0; save < 4; save++)
    expect(await send(cast.max, place.write, { method: 'PATCH', body })).toMatchObject({ status: 200 })
  await pollUntilTrue(() => editor.text().split('\n').sort().join() === 'from REST,from bytes,typed')
  expect((await read(cast.ann, place)).html.match(/from bytes/g)).toHaveLength(1)
})

test('security 61: rejects bytes that are not a valid update', async () => {
  const place = await newPage('<p>kept</p>')
  const later = new Y.Doc()
  appendParagraph(later, 'one')
  const before = Y.encodeStateVector(later)
  appendParagraph(later, 'two')
  const subdocument = new Y.Doc()
  subdocument.getMap('x').set('y', new Y.Doc())
  const bad = [
    Buffer.from('<script>alert(1)</script>'),
    Buffer.from([1, 1, 1]),
    Y.encodeStateAsUpdate(later, before),
    Y.encodeStateAsUpdate(subdocument),
  ]
  for (const bytes of bad) {
    const body = { description_binary: Buffer.from(bytes).toString('base64') }
    const answered = await send(cast.max, place.write, { method: 'PATCH', body })
    expect(answered).toMatchObject({
      status: 400,
      answer: { fields: { description_binary: [expect.any(String)] } },
    })
  }
  expect((await read(cast.ann, place)).html).toBe('<p>kept</p>')
})

test('the page’s name becomes the title of its document', async () => {
  const place = await newPage(undefined, 'First')
  const editor = openDocumentClient(server.url, cast.ann, place.name)
  await editor.synced()
  expect(getDocumentTitle(editor.doc)).toBe('First')
  const other = openDocumentClient(server.url, cast.max, place.name)
  await other.synced()
  expect(other.doc.getXmlFragment(titleFragmentName).length).toBe(1)
  await cast.max.call('updatePage', { params: { ...params, page_id: place.id }, body: { name: 'Second' } })
  await pollUntilTrue(() => getDocumentTitle(editor.doc) === 'Second')
  expect(editor.doc.getXmlFragment(titleFragmentName).length).toBe(1)
})

test('an outdated name does not remove typed letters from the title', async () => {
  const page = await newPage('<p>text</p>', 'Written')
  const editor = openDocumentClient(server.url, cast.ann, page.name)
  await editor.synced()
  const rename = (name: string) =>
    cast.ann.call('updatePage', { params: { ...params, page_id: page.id }, body: { name } })
  setDocumentTitle(editor.doc, 'Written in full')
  await editor.saved()
  await pollUntilTrue(async () => (await row('pages', page.id))?.name === 'Written in full')
  // Sends outdated names. A client does so if its autosave timer sends the title that the user typed two seconds ago.
  for (const older of ['Written i', 'Written in fu'])
    expect((await rename(older)).name).toBe('Written in full')
  expect((await row('pages', page.id))?.name).toBe('Written in full')
  // A client that follows the change feed has seen the typed title and shortens it on purpose.
  const response = await fetch(server.url + page.path, {
    method: 'PATCH',
    headers: {
      ...{ cookie: cast.ann.cookie, origin: server.url, 'content-type': 'application/json' },
      'x-mutation-id': newId(),
    },
    body: JSON.stringify({ name: 'Written' }),
  })
  expect(await response.json()).toMatchObject({ name: 'Written' })
  await pollUntilTrue(() => getDocumentTitle(editor.doc) === 'Written')
  await rename('Written in full')
  await pollUntilTrue(() => getDocumentTitle(editor.doc) === 'Written in full')
  setDocumentTitle(editor.doc, 'Written in full today')
  await editor.saved()
  expect((await rename('Rewritten in full')).name).toBe('Rewritten in full today')
  await pollUntilTrue(() => getDocumentTitle(editor.doc) === 'Rewritten in full today')
})

test('a typed title becomes the name and is broadcast', async () => {
  const place = await newPage('<p>text</p>', 'First')
  const editor = openDocumentClient(server.url, cast.max, place.name)
  await editor.synced()
  setDocumentTitle(editor.doc, '  Typed\n\u0007title ')
  await editor.saved()
  editor.close()
  await pollUntilTrue(async () => (await row('pages', place.id))?.name === 'Typed  title')
  expect((await row('pages', place.id))?.updated_by).toBe(cast.max.id)
  const changes = await runSql(
    server.databaseUrl,
    `select fields->>'name' as name from changes where entity_id = $1 order by version desc limit 1`,
    [place.id],
  )
  expect(changes[0]?.name).toBe('Typed  title')
})

test('a title that is too long is shortened for the name', async () => {
  const page = await cast.ann.call('createPage', { params, body: { name: 'Short' } })
  const editor = openDocumentClient(server.url, cast.ann, documentName('page', page.id))
  await editor.synced()
  const long = `${'long '.repeat(99)}1234😀 and more`
  setDocumentTitle(editor.doc, long)
  await editor.saved()
  const name = async () => (await cast.ann.call('getPage', { params: { ...params, page_id: page.id } })).name
  await pollUntilTrue(async () => (await name()) !== 'Short')
  expect(await name()).toBe(`${'long '.repeat(99)}1234`)
})

test('an empty title keeps the name, which returns as title', async () => {
  const place = await newPage('<p>text</p>', 'First')
  const editor = openDocumentClient(server.url, cast.max, place.name)
  await editor.synced()
  setDocumentTitle(editor.doc, '')
  editor.type('typed')
  await editor.saved()
  editor.close()
  await pollUntilTrue(
    async () => (await loadStoredHtml(place)).includes('typed') && (await pending(place)) === 0,
  )
  expect((await row('pages', place.id))?.name).toBe('First')
  const again = openDocumentClient(server.url, cast.ann, place.name)
  await pollUntilTrue(() => getDocumentTitle(again.doc) === 'First')
})

test('security 68: a reader cannot rename by typing a title', async () => {
  const place = await newPage('<p>text</p>', 'First')
  await cast.ann.call('lockPage', { params: { ...params, page_id: place.id } })
  const reader = openDocumentClient(server.url, cast.max, place.name)
  await reader.synced()
  const witness = openDocumentClient(server.url, cast.ann, place.name)
  await witness.synced()
  setDocumentTitle(reader.doc, 'Slipped in')
  reader.provider.setAwarenessField('user', { id: cast.max.id })
  await pollUntilTrue(
    () => witness.provider.awareness?.getStates().get(reader.doc.clientID)?.user !== undefined,
  )
  expect(getDocumentTitle(witness.doc)).toBe('First')
  expect((await row('pages', place.id))?.name).toBe('First')
})

test.each(places)('opening %s changes no updated_at and is not heard', async (_, make) => {
  const place = await make('<p>from REST</p>')
  const table = place.name.startsWith('page') ? 'pages' : 'work_items'
  await runSql(
    server.databaseUrl,
    `update ${table} set description_html = description_html || '<hr>' where id = $1`,
    [place.id],
  )
  const before = await heard(table, place.id)
  const editor = openDocumentClient(server.url, cast.max, place.name)
  await editor.synced()
  editor.close()
  await pollUntilTrue(async () => (await pending(place)) === 0)
  expect(await heard(table, place.id)).toEqual(before)
})

test.each(places)('opening %s filled with HTML alone is not heard', async (_, make) => {
  const place = await make('')
  const table = place.name.startsWith('page') ? 'pages' : 'work_items'
  await runSql(server.databaseUrl, 'delete from document_updates where name = $1', [place.name])
  await runSql(server.databaseUrl, 'delete from documents where name = $1', [place.name])
  await runSql(
    server.databaseUrl,
    `update ${table} set description_html = '<h1>Seed</h1><hr>' where id = $1`,
    [place.id],
  )
  const before = await heard(table, place.id)
  const editor = openDocumentClient(server.url, cast.max, place.name)
  await editor.synced()
  expect(renderDocument(editor.doc).text).toBe('Seed')
  editor.close()
  await pollUntilTrue(async () => (await pending(place)) === 0)
  expect(await heard(table, place.id)).toEqual(before)
})

test('a title and a text sent as bytes are stored together', async () => {
  const { id } = await cast.ann.call('createPage', { params, body: { name: 'First' } })
  const doc = new Y.Doc()
  Y.applyUpdate(doc, createUpdateWithText('text'))
  setDocumentTitle(doc, 'From bytes')
  const body = { description_binary: Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64') }
  await cast.ann.call('updatePageDescription', { params: { ...params, page_id: id }, body })
  const page = await cast.ann.call('getPage', { params: { ...params, page_id: id } })
  expect(page).toMatchObject({ name: 'From bytes', description_html: '<p>text</p>' })
})

async function row(table: string, id: string) {
  const [found] = await runSql(server.databaseUrl, `select * from ${table} where id = $1`, [id])
  return found
}

async function loadStoredHtml({ name }: Place): Promise<string> {
  const [kind, id = ''] = name.split(':')
  return String((await row(kind === 'page' ? 'pages' : 'work_items', id))?.description_html)
}

/** Returns the observable state of a row: its update time, its last editor and the number of its changes. */
async function heard(table: string, id: string) {
  const { updated_at, updated_by } = (await row(table, id)) ?? {}
  const changes = await runSql(server.databaseUrl, 'select version from changes where entity_id = $1', [id])
  return { updated_at: String(updated_at), updated_by, changes: changes.length }
}

async function pending({ name }: Place): Promise<number> {
  const rows = await runSql(server.databaseUrl, 'select seq from document_updates where name = $1', [name])
  return rows.length
}
