import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUserDocumentAccess } from '#api/access/documents.ts'
import { createOrm } from '#api/create-orm.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { searchIndexReader } from '#api/personal/search/reader.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { documentName } from '#common/documents/content/names.ts'
import { maxPageShares } from '#common/pages/pages/shares.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let orm: Orm
beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader, searchIndexReader])
  orm = await createOrm(atlas.server.databaseUrl, createBus(null))
})
afterAll(async () => {
  await orm.close()
  await atlas.close()
})

async function makePage(name: string, fields: object = {}, who = atlas.cast.ann) {
  return who.call('createPage', { params: atlas.params, body: { name, ...fields } })
}

const paramsOf = (page_id: string) => ({ ...atlas.params, page_id })

test('a private page is shared with one person, and one change is published', async () => {
  const { ann, max, gus, eve } = atlas.cast
  const page = await makePage('Plan', { access: 1 })
  const params = paramsOf(page.id)
  const body = { user_id: max.id, role: 'read' } as const
  await atlas.changingNothing(async () => {
    for (const [who, status] of [
      [max, 404],
      [gus, 404],
      [eve, 404],
    ] as const)
      expect(await who.refused('sharePage', { params, body })).toMatchObject({ status })
    expect(
      await eve.refused('sharePage', { params: { ...atlas.eves, page_id: page.id }, body }),
    ).toMatchObject({ status: 404 })
    expect(await ann.call('sharePage', { params, body: { ...body, user_id: ann.id } })).toMatchObject({
      shares: {},
    })
    for (const user_id of [eve.id, newId()])
      expect(await ann.refused('sharePage', { params, body: { ...body, user_id } })).toMatchObject({
        status: 400,
        code: 'invalid',
      })
    expect(
      await ann.refused('sharePage', { params, body: { ...body, role: 'admin' as never } }),
    ).toMatchObject({ status: 400 })
  })
  const changes = await atlas.changes(() => ann.call('sharePage', { params, body }))
  expect(changes).toMatchObject([{ entity: 'pages', fields: { shares: { [max.id]: 'read' } } }])
  expect(await max.call('getPage', { params })).toMatchObject({ name: 'Plan' })
  expect(await gus.refused('getPage', { params })).toMatchObject({ status: 404 })
  // If a private page is shared with a user, the user cannot lock, archive, delete or publish it. This also applies
  // to project admins.
  await setRole(max.id, role.admin)
  for (const call of ['lockPage', 'archivePage', 'deletePage'] as const)
    expect(await max.refused(call, { params })).toMatchObject({ status: 403 })
  expect(await max.refused('setPageAccess', { params, body: { access: 0 } })).toMatchObject({ status: 403 })
  expect(await max.refused('sharePage', { params, body: { user_id: gus.id, role: 'read' } })).toMatchObject({
    status: 403,
  })
  await setRole(max.id, role.member)
  await ann.call('unsharePage', { params: { ...params, user_id: max.id } })
  expect(await max.refused('getPage', { params })).toMatchObject({ status: 404 })
  const { results } = await ann.call('listAuditRecords', {
    params: { slug: atlas.params.slug },
    query: { group: 'page' },
  })
  expect(results.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['page.shared', 'page.unshared']),
  )
})

async function setRole(userId: string, wanted: number): Promise<void> {
  await runSql(
    atlas.server.databaseUrl,
    'update project_members set role = $1 where member_id = $2 and project_id = $3',
    [wanted, userId, atlas.params.project_id],
  )
}

test.each([
  ['read', 'read', false],
  ['comment', 'read', true],
  ['write', 'write', true],
] as const)('with the role %s, a guest has the right to %s', async (shareRole, right, canComment) => {
  const { ann, gus } = atlas.cast
  const page = await makePage('Notes', { access: 1, description_html: '<p>Some words</p>' })
  const params = paramsOf(page.id)
  const access = () => getUserDocumentAccess(orm.em.fork(), gus.id, documentName('page', page.id))
  expect(await access()).toBeNull()
  await ann.call('sharePage', { params, body: { user_id: gus.id, role: shareRole } })
  expect(await access()).toMatchObject({ right })
  expect((await gus.call('listPages', { params: atlas.params })).map(({ id }) => id)).toContain(page.id)
  const comment = { comment_html: '<p>Good</p>', anchor: anchor() }
  if (canComment) await gus.call('createPageComment', { params, body: comment })
  else
    expect(await gus.refused('createPageComment', { params, body: comment })).toMatchObject({ status: 403 })
  const text = { description_html: '<p>Other words</p>' }
  if (right === 'write') await gus.call('updatePageDescription', { params, body: text })
  else
    expect(await gus.refused('updatePageDescription', { params, body: text })).toMatchObject({ status: 403 })
  await ann.call('unsharePage', { params: { ...params, user_id: gus.id } })
  expect(await access()).toBeNull()
})

function anchor() {
  return { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'Some', prefix: '', suffix: ' words' }
}

test('sub-pages are shared with their parent, but only the pages of the caller', async () => {
  const { ann, max, gus } = atlas.cast
  const root = await makePage('Root', { access: 1 })
  const below = await makePage('Below', { access: 1, parent: root.id })
  await ann.call('sharePage', { params: paramsOf(root.id), body: { user_id: max.id, role: 'write' } })
  const ofMax = await makePage('Of Max', { parent: below.id }, max)
  expect(ofMax).toMatchObject({ access: 1, shares: { [ann.id]: 'write' } })
  await ann.call('sharePage', { params: paramsOf(root.id), body: { user_id: gus.id, role: 'read' } })
  await gus.call('getPage', { params: paramsOf(below.id) })
  expect(await gus.refused('getPage', { params: paramsOf(ofMax.id) })).toMatchObject({ status: 404 })
  // Write access is not enough to move the private page of another user.
  expect(
    await max.refused('updatePage', { params: paramsOf(below.id), body: { parent: null } }),
  ).toMatchObject({ status: 403 })
  await ann.call('unsharePage', {
    params: { ...paramsOf(root.id), user_id: gus.id },
    query: { with_sub_pages: 'false' },
  })
  expect(await gus.refused('getPage', { params: paramsOf(root.id) })).toMatchObject({ status: 404 })
  await gus.call('getPage', { params: paramsOf(below.id) })
})

test('sub-pages below the private page of another user are shared and unshared too', async () => {
  const { ann, max, gus } = atlas.cast
  const root = await makePage('Root', { access: 1 })
  await ann.call('sharePage', { params: paramsOf(root.id), body: { user_id: max.id, role: 'write' } })
  const ofMax = await makePage('Of Max', { parent: root.id }, max)
  const below = await makePage('Below', { access: 1, parent: ofMax.id })
  const params = paramsOf(root.id)
  await ann.call('sharePage', { params, body: { user_id: gus.id, role: 'read' } })
  await gus.call('getPage', { params: paramsOf(below.id) })
  await ann.call('unsharePage', { params: { ...params, user_id: gus.id } })
  expect(await gus.refused('getPage', { params: paramsOf(below.id) })).toMatchObject({ status: 404 })
})

test('a person receives one notification for a page with sub-pages', async () => {
  const { ann, gus } = atlas.cast
  const root = await makePage('Tree', { access: 1 })
  const [left, right] = [
    await makePage('Left', { access: 1, parent: root.id }),
    await makePage('Right', { access: 1, parent: root.id }),
  ]
  const leaf = await makePage('Leaf', { access: 1, parent: left.id })
  const ids = [root.id, left.id, right.id, leaf.id]
  const params = paramsOf(root.id)
  const notified = async () => {
    await waitForIdleFeedReader(notificationsReader.name, atlas)
    const rows = await runSql<{ id: string }>(
      atlas.server.databaseUrl,
      'select entity_identifier as id from notifications where entity_identifier = any($1) order by created_at',
      [ids],
    )
    return rows.map(({ id }) => id)
  }
  await ann.call('sharePage', {
    params,
    body: { user_id: gus.id, role: 'read', with_sub_pages: false },
  })
  expect(await notified()).toEqual([root.id])
  // Gus already has access to the root page, so the second notification is about one of its sub-pages.
  await ann.call('sharePage', { params, body: { user_id: gus.id, role: 'write' } })
  expect(await notified()).toHaveLength(2)
  await ann.call('unsharePage', { params: { ...params, user_id: gus.id } })
  await runSql(atlas.server.databaseUrl, 'delete from notifications where entity_identifier = any($1)', [ids])
  await ann.call('sharePage', { params, body: { user_id: gus.id, role: 'read' } })
  expect(await notified()).toEqual([root.id])
})

test('a shared page is found, and its reader receives one notification', async () => {
  const { ann, gus } = atlas.cast
  const page = await makePage('Zanzibar', { access: 1 })
  await ann.call('sharePage', { params: paramsOf(page.id), body: { user_id: gus.id, role: 'read' } })
  const slug = { slug: atlas.params.slug }
  const notifications = async () => {
    const answer = await gus.call('listNotifications', { params: slug, query: {} })
    const rows = Array.isArray(answer) ? answer : answer.results
    return rows.filter((row) => row.entity_identifier === page.id)
  }
  await expect
    .poll(notifications, { timeout: 15_000 })
    .toMatchObject([{ data: { issue_activity: { field: 'share', actor: ann.id } } }])
  const found = async () => {
    const { results } = await gus.call('searchWorkspace', { params: slug, query: { search: 'Zanzibar' } })
    return results.page?.map(({ id }) => id) ?? []
  }
  await expect.poll(found, { timeout: 15_000 }).toEqual([page.id])
  await ann.call('unsharePage', { params: { ...paramsOf(page.id), user_id: gus.id } })
  await expect.poll(notifications).toEqual([])
  expect(await found()).toEqual([])
})

test('a page of the workspace is shared with members, but not with guests', async () => {
  const { ann, max, gus } = atlas.cast
  const params = { slug: atlas.params.slug }
  const page = await ann.call('createWorkspacePage', { params, body: { name: 'Budget', access: 1 } })
  const one = { ...params, page_id: page.id }
  expect(
    await ann.refused('shareWorkspacePage', { params: one, body: { user_id: gus.id, role: 'read' } }),
  ).toMatchObject({ status: 400 })
  await ann.call('shareWorkspacePage', { params: one, body: { user_id: max.id, role: 'write' } })
  expect(await max.call('getWorkspacePage', { params: one })).toMatchObject({ name: 'Budget' })
  await max.call('updateWorkspacePage', { params: one, body: { color: '#ff0000' } })
  await ann.call('unshareWorkspacePage', { params: { ...one, user_id: max.id } })
  expect(await max.refused('getWorkspacePage', { params: one })).toMatchObject({ status: 404 })
})

test('a page is shared with a limited number of people', async () => {
  const { ann, max } = atlas.cast
  const page = await makePage('Crowd')
  const shares = Object.fromEntries(Array.from({ length: maxPageShares }, () => [newId(), 'read']))
  await runSql(atlas.server.databaseUrl, 'update pages set shares = $1 where id = $2', [
    JSON.stringify(shares),
    page.id,
  ])
  expect(
    await ann.refused('sharePage', { params: paramsOf(page.id), body: { user_id: max.id, role: 'read' } }),
  ).toMatchObject({ status: 400 })
})
