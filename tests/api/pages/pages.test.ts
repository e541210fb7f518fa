import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { advanceClock } from '../../support/advance-clock.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { recordFeedChanges } from '../../support/changes.ts'
import {
  appendParagraph,
  closeClients,
  openDocumentClient,
  pollUntilTrue,
} from '../../support/document-clients.ts'
import { connectLive } from '../../support/live-client.ts'
import { lockTable } from '../../support/lock-table.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector, type TableInspector } from '../../support/table-inspector.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let tables: TableInspector
let params: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  tables = await createTableInspector(server.databaseUrl)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
  params = { slug: cast.slug, project_id: project.id }
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
})
afterEach(closeClients)
afterAll(async () => {
  await tables.close()
  await server.close()
})

function make(body: object = {}, who: ApiClient = cast.max): Promise<PageRow> {
  return who.call('createPage', { params, body: { name: 'Plan', ...body } })
}

const at = (page: { id: string }) => ({ ...params, page_id: page.id })
const changes = (act: () => Promise<unknown>) => recordFeedChanges(server, cast.workspace_id, act)

async function changingNothing<T>(act: () => Promise<T>): Promise<T> {
  const before = await tables.state()
  const result = await act()
  expect(await tables.state()).toEqual(before)
  return result
}

describe('a new page', () => {
  test('belongs to its creator, is shared and sends one change', async () => {
    const id = newId()
    const ann = await connectLive(server, cast.ann)
    await ann.subscribe(cast.slug)
    const left = await changes(() => make({ id }))
    expect(left).toMatchObject([
      { entity: 'pages', id, op: 'create', actor_id: cast.max.id, fields: { name: 'Plan' } },
    ])
    await ann.hears((change) => change.id === id)
    ann.close()
    expect(await cast.ann.call('getPage', { params: at({ id }) })).toMatchObject({
      owned_by: cast.max.id,
      access: 0,
      is_locked: false,
      project_ids: [params.project_id],
      description_html: '<p></p>',
    })
  })

  test('needs no name and accepts appearance settings', async () => {
    const page = await cast.max.call('createPage', {
      params,
      body: { color: '#1a2b3c', logo_props: { in_use: 'emoji', emoji: { value: '128512' } } },
    })
    expect(page).toMatchObject({ name: '', color: '#1a2b3c', logo_props: { in_use: 'emoji' } })
  })

  test('accepts only labels of its project, under both field names', async () => {
    const label = (name: string) => cast.ann.call('createLabel', { params, body: { name } })
    const [one, other] = [await label('Guide'), await label('Draft')]
    const project = await cast.ann.call('createProject', {
      params: { slug: cast.slug },
      body: { name: 'Elsewhere', identifier: 'ELS' },
    })
    const [foreign] = await cast.ann.call('listLabels', {
      params: { slug: cast.slug, project_id: project.id },
    })
    const page = await make({ labels: [one.id, foreign?.id, newId()] })
    expect(page).toMatchObject({ label_ids: [one.id], labels: [one.id] })
    const told = await changes(() =>
      cast.ann.call('updatePage', { params: at(page), body: { label_ids: [other.id, one.id, other.id] } }),
    )
    expect(told).toMatchObject([{ entity: 'pages', fields: { label_ids: [other.id, one.id] } }])
    const change = { params: at(page), body: { label_ids: [] } }
    expect((await changingNothing(() => cast.gus.refused('updatePage', change))).status).toBeGreaterThan(400)
    await cast.max.call('lockPage', { params: at(page) })
    expect(await changingNothing(() => cast.max.refused('updatePage', change))).toMatchObject({
      error: 'Page is locked',
    })
    const many = Array.from({ length: 51 }, () => newId())
    expect(await cast.max.refused('createPage', { params, body: { label_ids: many } })).toMatchObject({
      status: 400,
    })
  })

  test.each([
    ['HTML', { description_html: '<p>Written</p>' }],
    ['JSON', { description_json: { type: 'doc', content: [paragraph('Written')] } }],
    ['a Yjs state', { description_binary: binaryOf('Written') }],
  ])('takes its text as %s', async (_, content) => {
    const page = await make(content)
    expect((await cast.ann.call('getPage', { params: at(page) })).description_html).toBe('<p>Written</p>')
  })

  test('comes first in the list', async () => {
    const [older, newer] = [await make({ name: 'Older' }), await make({ name: 'Newer' })]
    const [first, second] = await cast.ann.call('listPages', { params })
    expect([first?.id, second?.id]).toEqual([newer.id, older.id])
  })
})

describe('a private page', () => {
  test('is found only by its owner', async () => {
    const page = await make({ access: 1 })
    const listed = async (who: ApiClient) =>
      (await who.call('listPages', { params })).some((row) => row.id === page.id)
    expect([await listed(cast.max), await listed(cast.ann), await listed(cast.gus)]).toEqual([
      true,
      false,
      false,
    ])
    for (const who of [cast.ann, cast.gus]) {
      for (const refuse of [
        () => who.refused('getPage', { params: at(page) }),
        () => who.refused('getPageDescription', { params: at(page) }),
        () => who.refused('updatePage', { params: at(page), body: { name: 'No' } }),
        () => who.refused('lockPage', { params: at(page) }),
        () => who.refused('deletePage', { params: at(page) }),
        () => who.refused('updatePageDescription', { params: at(page), body: { description_html: 'No' } }),
      ]) {
        expect(await changingNothing(refuse)).toMatchObject({ status: 404 })
      }
    }
    expect(await cast.max.call('updatePage', { params: at(page), body: { name: 'Mine' } })).toMatchObject({
      name: 'Mine',
    })
  })

  test('is sent only to its owner', async () => {
    const page = await make({ access: 1 })
    const left = await changes(() =>
      cast.max.call('updatePage', { params: at(page), body: { name: 'Quiet' } }),
    )
    expect(left.map((change) => change.audience)).toEqual([[`creator:${params.project_id}:${cast.max.id}`]])
  })
})

describe('access', () => {
  test('is changed only by the owner and admins', async () => {
    const page = await make()
    const others = await cast.ann.call('createPage', { params, body: { name: 'Of Ann' } })
    const refusal = await changingNothing(() =>
      cast.max.refused('setPageAccess', { params: at(others), body: { access: 1 } }),
    )
    expect(refusal).toMatchObject({
      status: 403,
      error: 'Access cannot be updated since this page is owned by someone else',
    })
    const left = await changes(() =>
      cast.max.call('setPageAccess', { params: at(page), body: { access: 1 } }),
    )
    expect(left).toMatchObject([{ op: 'update', fields: { access: 1 } }])
    expect(left[0]?.left_audience).toEqual([`project:${params.project_id}`])
    await cast.max.call('setPageAccess', { params: at(page), body: { access: 0 } })
    expect(await cast.ann.call('setPageAccess', { params: at(page), body: { access: 1 } })).toMatchObject({
      access: 1,
    })
    // An admin who makes the page of another user private can no longer see the page.
    expect(await cast.ann.refused('getPage', { params: at(page) })).toMatchObject({ status: 404 })
  })
})

test('security 60: discards a slow write when the permission was lost meanwhile', async () => {
  const page = await make({ description_html: '<p>As it was</p>' })
  const stored = () => cast.ann.call('getPage', { params: at(page) })
  const { description_html } = await stored()
  const held = await lockTable(server.databaseUrl, 'documents')
  const write = { params: at(page), body: { description_html: '<p>Too late</p>' } }
  const refused = cast.max.refused('updatePageDescription', write)
  await held.isWaitedFor()
  await held.write('update project_members set is_active = false where member_id = $1', [cast.max.id])
  const restoreClock = advanceClock(60_000)
  await held.release()
  expect((await refused).status).toBeGreaterThanOrEqual(403)
  restoreClock()
  await runSql(server.databaseUrl, 'update project_members set is_active = true where member_id = $1', [
    cast.max.id,
  ])
  expect((await stored()).description_html).toBe(description_html)
})

describe('a locked page', () => {
  test('cannot be renamed or edited until it is unlocked', async () => {
    const page = await make({ description_html: '<p>Fixed</p>' })
    expect(await changes(() => cast.ann.call('lockPage', { params: at(page) }))).toMatchObject([
      { op: 'update', fields: { is_locked: true } },
    ])
    expect(
      await changingNothing(() => cast.max.refused('updatePage', { params: at(page), body: { name: 'No' } })),
    ).toMatchObject({ status: 400, error: 'Page is locked' })
    const write = { params: at(page), body: { description_html: '<p>No</p>' } }
    expect(await changingNothing(() => cast.max.refused('updatePageDescription', write))).toMatchObject({
      status: 400,
      error: 'Page is locked',
    })
    expect(await cast.max.call('unlockPage', { params: at(page) })).toMatchObject({ is_locked: false })
    await cast.max.call('updatePageDescription', write)
  })

  test('is locked by its owner or admins', async () => {
    const page = await make({}, cast.ann)
    for (const who of [cast.max, cast.gus]) {
      expect((await changingNothing(() => who.refused('lockPage', { params: at(page) }))).status).toBe(
        who === cast.max ? 403 : 404,
      )
    }
  })
})

describe('the text of a page', () => {
  test('reaches open editors when written over REST', async () => {
    const page = await make()
    const open = openDocumentClient(server.url, cast.ann, documentName('page', page.id))
    await open.synced()
    await cast.max.call('updatePageDescription', {
      params: at(page),
      body: { description_html: '<p>From afar</p>' },
    })
    await pollUntilTrue(() => open.text() === 'From afar')
    open.type('From near')
    await open.saved()
    const { description_html } = await cast.max.call('getPage', { params: at(page) })
    expect(description_html).toBe('<p>From afar</p><p>From near</p>')
  })

  test('security 61: drops characters that PostgreSQL cannot store', async () => {
    const page = await make()
    const open = openDocumentClient(server.url, cast.ann, documentName('page', page.id))
    await open.synced()
    open.type('before\u0000after')
    await open.saved()
    expect((await cast.max.call('getPage', { params: at(page) })).description_html).toBe('<p>beforeafter</p>')
    const sent = { params: at(page), body: { description_html: '<p>one\u0000two</p>' } }
    expect(await cast.max.refused('updatePageDescription', sent)).toMatchObject({ code: 'invalid' })
    expect((await cast.max.call('getPage', { params: at(page) })).description_html).toBe('<p>beforeafter</p>')
  })

  test('is returned as bytes that an editor loads', async () => {
    const page = await make({ description_html: '<p>Bytes</p>' })
    const response = await fetch(
      `${server.url}/api/workspaces/${params.slug}/projects/${params.project_id}/pages/${page.id}/description/`,
      { headers: { cookie: cast.ann.cookie } },
    )
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    const doc = new Y.Doc()
    Y.applyUpdate(doc, new Uint8Array(await response.arrayBuffer()))
    expect(doc.getXmlFragment(bodyFragmentName).toString()).toBe('<paragraph>Bytes</paragraph>')
  })

  test.each([
    ['description_binary', { description_binary: Buffer.from('nonsense').toString('base64') }],
    ['description_json', { description_json: { type: 'doc', content: [{ type: 'rocket' }] } }],
  ])('security 23: nonsense in %s is refused', async (field, content) => {
    const page = await make()
    const refusal = await changingNothing(() =>
      cast.max.refused('updatePageDescription', { params: at(page), body: content }),
    )
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(refusal.fields ?? {})).toEqual([field])
  })

  test('can be written by members, not by guests', async () => {
    const page = await make()
    await cast.ann.call('updateProject', { params, body: { guest_view_all_features: true } })
    const write = { params: at(page), body: { description_html: '<p>By a guest</p>' } }
    expect(await cast.gus.call('getPage', { params: at(page) })).toMatchObject({ id: page.id })
    expect(await changingNothing(() => cast.gus.refused('updatePageDescription', write))).toMatchObject({
      status: 403,
    })
    expect(
      await changingNothing(() =>
        cast.gus.refused('updatePage', { params: at(page), body: { name: 'By a guest' } }),
      ),
    ).toMatchObject({ status: 403 })
    await cast.ann.call('updateProject', { params, body: { guest_view_all_features: false } })
  })
})

describe('the trash', () => {
  test('restores a page with its text', async () => {
    const page = await make({ description_html: '<p>Kept</p>' })
    expect(await changes(() => cast.max.call('deletePage', { params: at(page) }))).toMatchObject([
      { op: 'delete', id: page.id, fields: {} },
    ])
    expect(await cast.max.refused('getPage', { params: at(page) })).toMatchObject({ status: 404 })
    expect(await changes(() => cast.max.call('restorePage', { params: at(page) }))).toMatchObject([
      { op: 'create', id: page.id, fields: { name: 'Plan' } },
    ])
    expect((await cast.max.call('getPage', { params: at(page) })).description_html).toBe('<p>Kept</p>')
  })

  test('can only be used by owner and admins', async () => {
    const page = await make({}, cast.ann)
    expect(await changingNothing(() => cast.max.refused('deletePage', { params: at(page) }))).toMatchObject({
      status: 403,
      error: 'Only admin or owner can delete the page',
    })
    await cast.ann.call('deletePage', { params: at(page) })
    expect(await changingNothing(() => cast.max.refused('restorePage', { params: at(page) }))).toMatchObject({
      status: 403,
    })
  })
})

test('nothing changes in an archived project', async () => {
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Archived', identifier: 'ARC' },
  })
  const own = { slug: cast.slug, project_id: project.id }
  const page = await cast.ann.call('createPage', { params: own, body: { name: 'Old' } })
  await cast.ann.call('archiveProject', { params: own })
  const one = { ...own, page_id: page.id }
  for (const refuse of [
    () => cast.ann.refused('createPage', { params: own, body: { name: 'New' } }),
    () => cast.ann.refused('updatePage', { params: one, body: { name: 'New' } }),
    () => cast.ann.refused('setPageAccess', { params: one, body: { access: 1 } }),
    () => cast.ann.refused('lockPage', { params: one }),
    () => cast.ann.refused('deletePage', { params: one }),
    () => cast.ann.refused('updatePageDescription', { params: one, body: { description_html: 'New' } }),
  ]) {
    expect(await changingNothing(refuse)).toMatchObject({
      status: 400,
      error: 'Archived projects cannot be updated',
    })
  }
  expect(await cast.ann.call('getPage', { params: one })).toMatchObject({ name: 'Old' })
})

test('security 1: a page is found only in its own project', async () => {
  const page = await make()
  const other = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Borealis', identifier: 'BOR' },
  })
  const elsewhere = { slug: cast.slug, project_id: other.id, page_id: page.id }
  expect(await cast.ann.refused('getPage', { params: elsewhere })).toMatchObject({ status: 404 })
  const [row] = await runSql(server.databaseUrl, 'select project_ids from pages where id = $1', [page.id])
  expect(row).toEqual({ project_ids: [params.project_id] })
})

function paragraph(text: string) {
  return { type: 'paragraph', content: [{ type: 'text', text }] }
}

function binaryOf(text: string): string {
  const doc = new Y.Doc()
  appendParagraph(doc, text)
  return Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64')
}
