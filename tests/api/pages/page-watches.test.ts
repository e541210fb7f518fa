import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { storeDocumentContent } from '#api/documents/content/owners.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { documentName } from '#common/documents/content/names.ts'
import type { WatchScope } from '#common/pages/pages/watches.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let orm: Orm
beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader])
  orm = await createOrm(atlas.server.databaseUrl, createBus(null))
})
afterAll(async () => {
  await orm.close()
  await atlas.close()
})

const make = (name: string, fields: object = {}) =>
  atlas.cast.ann.call('createPage', {
    params: atlas.params,
    body: { name, description_html: '<p>Old</p>', ...fields },
  })
const at = (page_id: string) => ({ ...atlas.params, page_id })
const watch = (who: ApiClient, id: string, scope: WatchScope | null) =>
  who.call('watchPage', { params: at(id), body: { scope } })

/** Edits the page in a new editing session, and returns the notifications that `person` receives. */
async function notifiedOf(id: string, text: string, writer: ApiClient, person: ApiClient) {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'delete from notifications')
  await runSql(
    atlas.server.databaseUrl,
    `update page_versions set last_saved_at = last_saved_at - interval '1 hour' where page_id = $1`,
    [id],
  )
  for (const words of [text, `${text} and more`])
    await writer.call('updatePageDescription', {
      params: at(id),
      body: { description_html: `<p>${words}</p>` },
    })
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const answer = await person.call('listNotifications', { params: { slug: atlas.params.slug }, query: {} })
  const rows = Array.isArray(answer) ? answer : answer.results
  return rows.map(({ title, data }) => ({ title, count: data.count }))
}

test('a watcher is notified once per editing session of others, and not of their own edits', async () => {
  const { ann, max } = atlas.cast
  const page = await make('Plan')
  expect(await notifiedOf(page.id, 'First', ann, max)).toEqual([])
  const changes = await atlas.changes(() => watch(max, page.id, 'page'))
  expect(changes).toMatchObject([
    { entity: 'page_watches', audience: [`user:${max.id}`], fields: { page_id: page.id, scope: 'page' } },
  ])
  expect(await notifiedOf(page.id, 'Second', ann, max)).toEqual([{ title: 'edited the page', count: 1 }])
  expect(await notifiedOf(page.id, 'Third', max, max)).toEqual([])
  await watch(max, page.id, 'off')
  expect(await notifiedOf(page.id, 'Fourth', ann, max)).toEqual([])
})

test('a watched tree includes sub-pages, except those that are switched off', async () => {
  const { ann, max } = atlas.cast
  const root = await make('Root')
  const below = await make('Below', { parent: root.id })
  const deepest = await make('Deepest', { parent: below.id })
  await watch(max, root.id, 'page')
  expect(await notifiedOf(below.id, 'One', ann, max)).toEqual([])
  await watch(max, root.id, 'tree')
  expect(await notifiedOf(deepest.id, 'Two', ann, max)).toHaveLength(1)
  await watch(max, below.id, 'off')
  expect(await notifiedOf(deepest.id, 'Three', ann, max)).toEqual([])
  expect(await notifiedOf(root.id, 'Four', ann, max)).toHaveLength(1)
})

test('watching does not change the page, and null removes the choice', async () => {
  const { max } = atlas.cast
  const root = await make('Choice')
  const page = await make('Below', { parent: root.id })
  expect(await watch(max, page.id, 'tree')).toMatchObject({ watch: { user_id: max.id, scope: 'tree' } })
  expect(await max.call('getPage', { params: at(page.id) })).toMatchObject({ updated_at: page.updated_at })
  expect(await watch(max, page.id, null)).toEqual({ watch: null })
  await atlas.changingNothing(() => watch(max, page.id, 'off'))
  await watch(max, root.id, 'tree')
  expect(await watch(max, page.id, 'off')).toMatchObject({ watch: { scope: 'off' } })
  expect(await watch(max, page.id, null)).toEqual({ watch: null })
})

test('nobody else receives the watchers of a page', async () => {
  const { ann, max } = atlas.cast
  const page = await make('Confidential')
  const params = at(page.id)
  await watch(max, page.id, 'page')
  const watches = (who: ApiClient) => who.call('listPageWatches', { params: atlas.params })
  expect(await watches(max)).toContainEqual(expect.objectContaining({ page_id: page.id, scope: 'page' }))
  expect((await watches(ann)).filter(({ page_id }) => page_id === page.id)).toEqual([])
  const exported = await fetch(
    `${atlas.server.url}/api/workspaces/${params.slug}/projects/${params.project_id}/pages/${page.id}/export/`,
    { headers: { cookie: ann.cookie } },
  )
  expect(exported.status).toBe(200)
  const seen = [
    await ann.call('getPage', { params }),
    await ann.call('listPages', { params, query: {} }),
    await ann.call('updatePage', { params, body: { name: 'Known' } }),
    await exported.text(),
  ]
  expect(JSON.stringify(seen)).not.toContain('watch')
  const changes = await atlas.changes(() => watch(max, page.id, null))
  expect(changes.map(({ op, audience }) => ({ op, audience }))).toEqual([
    { op: 'delete', audience: [`user:${max.id}`] },
  ])
})

test('a purged page has no watchers', async () => {
  const { ann, max } = atlas.cast
  const page = await make('Gone')
  await watch(max, page.id, 'page')
  await ann.call('deletePage', { params: at(page.id) })
  await ann.call('purgePage', { params: at(page.id) })
  const rows = await max.call('listPageWatches', { params: atlas.params })
  expect(rows.map(({ page_id }) => page_id)).not.toContain(page.id)
})

/** Stores a text that these people wrote together, as the document server does. The last of them is the last writer. */
async function store(id: string, text: string, ...writers: ApiClient[]): Promise<void> {
  const bytes = (value: string) => new TextEncoder().encode(value)
  await runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, (em) =>
    storeDocumentContent(em, documentName('page', id), {
      ...{ html: `<p>${text}</p>`, json: bytes('{}'), text: bytes(text), title: '' },
      ...{ mention_ids: [], page_ids: [] },
      ...{ user_id: writers.at(-1)?.id ?? '', writer_ids: writers.map((writer) => writer.id) },
    }),
  )
}

/** Returns who edited the page according to the inbox of `person`, with the number of events. */
async function editorsIn(person: ApiClient, page: { id: string }) {
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const answer = await person.call('listNotifications', { params: atlas.params, query: {} })
  const rows = Array.isArray(answer) ? answer : answer.results
  return rows
    .filter((row) => row.entity_identifier === page.id)
    .map(({ triggered_by, data }) => [triggered_by, data.count])
}

test('watchers learn once of each person who joins an editing session', async () => {
  const { ann, max, gus } = atlas.cast
  const page = await make('Together')
  await watch(max, page.id, 'page')
  await watch(ann, page.id, 'page')
  await ann.call('sharePage', { params: at(page.id), body: { user_id: gus.id, role: 'write' } })
  await store(page.id, 'Begun', ann)
  expect(await editorsIn(max, page)).toEqual([[ann.id, 1]])
  await store(page.id, 'Continued', ann, gus)
  await store(page.id, 'Continued again', ann, gus)
  expect(new Map((await editorsIn(max, page)).map(([by, count]) => [by, count]))).toEqual(
    new Map([
      [ann.id, 1],
      [gus.id, 1],
    ]),
  )
  expect(await editorsIn(ann, page)).toEqual([])
})

test('a person who begins to watch during an editing session is notified of the next edit', async () => {
  const { ann, max } = atlas.cast
  const page = await make('Late')
  await store(page.id, 'Begun', ann)
  await watch(max, page.id, 'page')
  expect(await editorsIn(max, page)).toEqual([])
  await store(page.id, 'Continued', ann)
  expect(await editorsIn(max, page)).toEqual([[ann.id, 1]])
  await store(page.id, 'Continued again', ann)
  expect(await editorsIn(max, page)).toEqual([[ann.id, 1]])
})

test('new pages and copies below a watched page cause no notification', async () => {
  const { ann, max } = atlas.cast
  const root = await make('Library')
  await watch(max, root.id, 'tree')
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  await runSql(atlas.server.databaseUrl, 'delete from notifications')
  const page = await make('Book', { parent: root.id })
  await ann.call('duplicatePage', { params: at(page.id), body: {} })
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  expect(await runSql(atlas.server.databaseUrl, 'select id from notifications')).toEqual([])
})

test('a watcher without access is not notified', async () => {
  const { ann, max } = atlas.cast
  const page = await make('Secret')
  await watch(max, page.id, 'page')
  await ann.call('setPageAccess', { params: at(page.id), body: { access: 1 } })
  expect(await notifiedOf(page.id, 'One', ann, max)).toEqual([])
})

test('rejects unknown scopes, and pages that the caller cannot see', async () => {
  const { ann, max, eve } = atlas.cast
  const page = await make('Private', { access: 1 })
  await atlas.changingNothing(async () => {
    expect(
      await ann.refused('watchPage', { params: at(page.id), body: { scope: 'all' as never } }),
    ).toMatchObject({ status: 400 })
    for (const who of [max, eve])
      expect(await who.refused('watchPage', { params: at(page.id), body: { scope: 'page' } })).toMatchObject({
        status: 404,
      })
    expect(
      await eve.refused('watchPage', {
        params: { ...atlas.eves, page_id: page.id },
        body: { scope: 'page' },
      }),
    ).toMatchObject({ status: 404 })
  })
})
