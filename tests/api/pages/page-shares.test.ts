import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUserDocumentAccess } from '#api/access/documents.ts'
import { createOrm } from '#api/create-orm.ts'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { searchIndexReader } from '#api/personal/search/reader.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { documentName } from '#common/documents/content/names.ts'
import { maxPageShares, type PageShareRole } from '#common/pages/pages/shares.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
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

const slug = () => ({ slug: atlas.params.slug })

async function makeWorkspacePage(name: string, fields: object = {}, who = atlas.cast.ann) {
  return who.call('createWorkspacePage', { params: slug(), body: { name, ...fields } })
}

const inWorkspace = (page_id: string) => ({ ...slug(), page_id })

const shareInWorkspace = (page_id: string, user_id: string, role: PageShareRole) =>
  atlas.cast.ann.call('shareWorkspacePage', { params: inWorkspace(page_id), body: { user_id, role } })

test('a page of the workspace is shared with members', async () => {
  const { ann, max } = atlas.cast
  const page = await makeWorkspacePage('Budget', { access: 1 })
  const one = inWorkspace(page.id)
  await shareInWorkspace(page.id, max.id, 'write')
  expect(await max.call('getWorkspacePage', { params: one })).toMatchObject({ name: 'Budget' })
  await max.call('updateWorkspacePage', { params: one, body: { color: '#ff0000' } })
  await ann.call('unshareWorkspacePage', { params: { ...one, user_id: max.id } })
  expect(await max.refused('getWorkspacePage', { params: one })).toMatchObject({ status: 404 })
})

test.each([
  ['read', 'read'],
  ['comment', 'read'],
  ['write', 'write'],
] as const)(
  'with the role %s, a guest of the workspace has the right to %s one page',
  async (shareRole, right) => {
    const { ann, gus, eve } = atlas.cast
    const open = await makeWorkspacePage('Handbook')
    const page = await makeWorkspacePage('Offer', { parent: open.id, description_html: '<p>Some words</p>' })
    const below = await makeWorkspacePage('Costs', {
      parent: page.id,
      description_html: '<p>Secret costs</p>',
    })
    const one = inWorkspace(page.id)
    const access = (id: string) => getUserDocumentAccess(orm.em.fork(), gus.id, documentName('page', id))
    const listed = async () =>
      (await gus.call('listWorkspacePages', { params: slug(), query: {} })).map(({ id }) => id)
    expect(await listed()).toEqual([])
    expect(await gus.refused('getWorkspacePage', { params: one })).toMatchObject({ status: 404 })
    await atlas.changingNothing(async () => {
      expect(
        await ann.refused('shareWorkspacePage', { params: one, body: { user_id: eve.id, role: shareRole } }),
      ).toMatchObject({ status: 400 })
    })
    await ann.call('shareWorkspacePage', {
      params: one,
      body: { user_id: gus.id, role: shareRole, with_sub_pages: false },
    })
    expect(await listed()).toEqual([page.id])
    expect(await access(page.id)).toMatchObject({ right })
    expect(await access(open.id)).toBeNull()
    for (const hidden of [open, below])
      expect(await gus.refused('getWorkspacePage', { params: inWorkspace(hidden.id) })).toMatchObject({
        status: 404,
      })
    const archive = await fetch(
      `${atlas.server.url}/api/workspaces/${atlas.params.slug}/pages/${page.id}/export/?format=html&sub_pages=true`,
      { headers: { cookie: gus.cookie } },
    )
    expect(await archive.text()).not.toContain('Costs')
    const text = { description_html: '<p>Other words</p>' }
    if (right === 'write') {
      await gus.call('updateWorkspacePageDescription', { params: one, body: text })
      await gus.call('updateWorkspacePage', { params: one, body: { name: 'Better offer' } })
    } else
      for (const refused of [
        await gus.refused('updateWorkspacePageDescription', { params: one, body: text }),
        await gus.refused('updateWorkspacePage', { params: one, body: { name: 'Better offer' } }),
      ])
        expect(refused).toMatchObject({ status: 403 })
    await atlas.changingNothing(async () => {
      for (const call of ['lockWorkspacePage', 'archiveWorkspacePage', 'deleteWorkspacePage'] as const)
        expect(await gus.refused(call, { params: one })).toMatchObject({ status: 403 })
      expect(await gus.refused('updateWorkspacePage', { params: one, body: { parent: null } })).toMatchObject(
        { status: 403 },
      )
      expect(await gus.refused('duplicateWorkspacePage', { params: one, body: {} })).toMatchObject({
        status: 403,
      })
      expect(
        await gus.refused('shareWorkspacePage', {
          params: one,
          body: { user_id: atlas.cast.max.id, role: 'read' },
        }),
      ).toMatchObject({ status: 403 })
      expect(
        await gus.refused('createWorkspacePage', { params: slug(), body: { parent: page.id } }),
      ).toMatchObject({ status: 403 })
    })
    expect(await eve.refused('getWorkspacePage', { params: one })).toMatchObject({ status: 404 })
    await ann.call('unshareWorkspacePage', { params: { ...one, user_id: gus.id } })
    expect(await listed()).toEqual([])
    expect(await access(page.id)).toBeNull()
    expect(await gus.refused('getWorkspacePage', { params: one })).toMatchObject({ status: 404 })
  },
)

test('a guest finds only the shared pages of the workspace, and is notified only of them', async () => {
  const { ann, gus } = atlas.cast
  const page = await makeWorkspacePage('Quokka plan')
  const link = `<p><a href="${atlas.server.url}/${atlas.params.slug}/pages/${page.id}">there</a></p>`
  const mention = `<p><mention-component entity_identifier="${gus.id}" entity_name="user_mention"></mention-component></p>`
  const hidden = await makeWorkspacePage('Quokka budget', { description_html: link })
  await shareInWorkspace(page.id, gus.id, 'read')
  for (const one of [page, hidden])
    await ann.call('updateWorkspacePageDescription', {
      params: inWorkspace(one.id),
      body: { description_html: one === hidden ? link + mention : mention },
    })
  await waitForIdleFeedReader(searchIndexReader.name, atlas)
  const { results } = await gus.call('findInWorkspace', { params: slug(), query: { query: 'quokka' } })
  expect(results.map(({ id }) => id)).toEqual([page.id])
  const searched = await gus.call('searchWorkspace', { params: slug(), query: { search: 'Quokka' } })
  expect(searched.results.page?.map(({ id }) => id)).toEqual([page.id])
  expect(await gus.call('listWorkspaceBackLinks', { params: inWorkspace(page.id) })).toEqual([])
  await waitForIdleFeedReader(notificationsReader.name, atlas)
  const notified = async () => {
    const answer = await gus.call('listNotifications', {
      params: slug(),
      query: { include_mentions: 'true' } as never,
    })
    const rows = Array.isArray(answer) ? answer : answer.results
    const known = [page.id, hidden.id]
    return new Set(rows.map((row) => row.entity_identifier).filter((id) => known.includes(id)))
  }
  expect(await notified()).toEqual(new Set([page.id]))
  const visit = (id: string) => ({
    params: slug(),
    body: { entity_name: 'page' as const, entity_identifier: id },
  })
  await gus.call('recordVisit', visit(page.id))
  expect(await gus.refused('recordVisit', visit(hidden.id))).toMatchObject({ status: 400 })
  await ann.call('unshareWorkspacePage', { params: { ...inWorkspace(page.id), user_id: gus.id } })
  expect(await notified()).toEqual(new Set())
  const visits = await gus.call('listRecentVisits', { params: slug(), query: {} })
  expect(visits.map((one) => one.entity_identifier)).not.toContain(page.id)
})

test('a member who becomes a guest sees no own pages of the workspace without a share', async () => {
  const { ann, max } = atlas.cast
  const own = await makeWorkspacePage('Own notes', {}, max)
  const shared = await makeWorkspacePage('Shared notes', { access: 1 })
  const secret = await makeWorkspacePage('Private notes', { access: 1 }, max)
  await max.call('shareWorkspacePage', {
    params: inWorkspace(secret.id),
    body: { user_id: ann.id, role: 'write' },
  })
  await shareInWorkspace(shared.id, max.id, 'read')
  const setWorkspaceRole = (wanted: number) =>
    runSql(
      atlas.server.databaseUrl,
      'update workspace_members set role = $1 where member_id = $2 and workspace_id = $3',
      [wanted, max.id, atlas.cast.workspace_id],
    )
  await setWorkspaceRole(role.guest)
  try {
    const pages = await max.call('listWorkspacePages', { params: slug(), query: {} })
    expect(pages.map(({ id }) => id)).toEqual([shared.id])
    expect(await max.refused('getWorkspacePage', { params: inWorkspace(own.id) })).toMatchObject({
      status: 404,
    })
    await ann.call('deleteWorkspacePage', { params: inWorkspace(own.id) })
    const trash = await max.call('listTrashedWorkspacePages', { params: slug(), query: {} })
    expect(trash.results).toEqual([])
    await ann.call('restoreWorkspacePage', { params: inWorkspace(own.id) })
    await shareInWorkspace(own.id, max.id, 'read')
    expect(await max.call('getWorkspacePage', { params: inWorkspace(own.id) })).toMatchObject({
      shares: { [max.id]: 'read' },
    })
    await ann.call('unshareWorkspacePage', { params: { ...inWorkspace(own.id), user_id: max.id } })
    expect(await max.refused('getWorkspacePage', { params: inWorkspace(own.id) })).toMatchObject({
      status: 404,
    })
    const below = await makeWorkspacePage('Below private notes', { parent: secret.id })
    expect(below.shares).toEqual({})
    expect(await ann.call('getWorkspacePage', { params: inWorkspace(own.id) })).toMatchObject({
      name: 'Own notes',
    })
  } finally {
    await setWorkspaceRole(role.member)
  }
})

test('a person who leaves the workspace finds no shared pages after joining again', async () => {
  const { ann, workspace_id } = atlas.cast
  const una = await createSignedInUser(atlas.server, 'una@example.com')
  const member_id = await addMember(atlas.server, workspace_id, una.id, role.member)
  const page = await makeWorkspacePage('Confidential', { access: 1 })
  await shareInWorkspace(page.id, una.id, 'write')
  expect((await una.call('getWorkspacePage', { params: inWorkspace(page.id) })).name).toBe('Confidential')
  const params = { ...slug(), member_id }
  const changes = await atlas.changes(() => ann.call('removeWorkspaceMember', { params }))
  expect(changes.filter(({ entity }) => entity === 'pages')).toHaveLength(1)
  await runSql(
    atlas.server.databaseUrl,
    'update workspace_members set is_active = true, role = $1 where id = $2',
    [role.guest, member_id],
  )
  expect(await una.refused('getWorkspacePage', { params: inWorkspace(page.id) })).toMatchObject({
    status: 404,
  })
  expect((await ann.call('getWorkspacePage', { params: inWorkspace(page.id) })).shares).toEqual({})
})

test('a sub-page is shared with a limited number of people', async () => {
  const { ann, max } = atlas.cast
  const page = await makePage('Almost empty')
  const below = await makePage('Crowd below', { parent: page.id })
  const shares = Object.fromEntries(Array.from({ length: maxPageShares }, () => [newId(), 'read']))
  await runSql(atlas.server.databaseUrl, 'update pages set shares = $1 where id = $2', [
    JSON.stringify(shares),
    below.id,
  ])
  const body = { user_id: max.id, role: 'read' } as const
  await atlas.changingNothing(async () => {
    expect(await ann.refused('sharePage', { params: paramsOf(page.id), body })).toMatchObject({ status: 400 })
  })
  await ann.call('sharePage', { params: paramsOf(page.id), body: { ...body, with_sub_pages: false } })
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
