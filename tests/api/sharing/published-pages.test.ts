import { SSEStreamingApi } from 'hono/streaming'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventReader } from '#api/sharing/publish/event-reader.ts'
import { calls } from '#common/calls.ts'
import { publishedPageEventsPath, publishedPagePath } from '#common/pages/pages/public-paths.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { createAnonymousClient, createSignedInUser, fillPath, runSql } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { uploadToStorage } from '../../support/upload.ts'

let atlas: ProjectTestServer
beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const stranger = () => createAnonymousClient(atlas.server)
const read = (page_anchor: string, page_id?: string) =>
  stranger().call('getPublishedPage', {
    params: { page_anchor },
    query: page_id === undefined ? {} : { page_id },
  })
const refusal = (page_anchor: string, page_id?: string) =>
  stranger().refused('getPublishedPage', {
    params: { page_anchor },
    query: page_id === undefined ? {} : { page_id },
  })

async function makePage(name: string, fields: object = {}, who = atlas.cast.ann) {
  return who.call('createPage', { params: atlas.params, body: { name, ...fields } })
}

async function publish(page_id: string, body: object = {}, who = atlas.cast.ann) {
  const { publication } = await who.call('publishPage', { params: { ...atlas.params, page_id }, body })
  return publication?.anchor ?? ''
}

test('owners and admins publish a page, and one change is published', async () => {
  const { ann, max, gus, eve } = atlas.cast
  const page = await makePage('Guide')
  const params = { ...atlas.params, page_id: page.id }
  await atlas.changingNothing(async () => {
    for (const [who, status] of [
      [max, 403],
      [gus, 403],
      [eve, 404],
    ] as const)
      expect(await who.refused('publishPage', { params, body: {} })).toMatchObject({ status })
    expect(
      await eve.refused('publishPage', { params: { ...atlas.eves, page_id: page.id }, body: {} }),
    ).toMatchObject({ status: 404 })
    expect(await ann.refused('publishPage', { params, body: { is_indexed: 'yes' as never } })).toMatchObject({
      status: 400,
    })
  })
  const changes = await atlas.changes(() => ann.call('publishPage', { params, body: {} }))
  const { publication } = await ann.call('getPage', { params })
  expect(publication).toEqual({
    anchor: expect.stringMatching(/^[0-9a-f]{32}$/),
    has_sub_pages: false,
    is_indexed: false,
    published_by: ann.id,
  })
  expect(changes).toMatchObject([{ entity: 'pages', fields: { publication } }])
  const changed = await ann.call('publishPage', { params, body: { is_indexed: true } })
  expect(changed.publication).toEqual({ ...publication, is_indexed: true })
  expect(await max.refused('unpublishPage', { params })).toMatchObject({ status: 403 })
  await ann.call('unpublishPage', { params })
  expect(await refusal(publication?.anchor ?? '')).toMatchObject({ status: 404 })
  expect(await publish(page.id)).not.toBe(publication?.anchor)
  const entries = await ann.call('listAuditRecords', {
    params: { slug: atlas.params.slug },
    query: { group: 'page' },
  })
  expect(entries.results.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['page.published', 'page.publishing_changed', 'page.unpublished']),
  )
})

test('security 8: guests, private pages and archived pages cannot be published', async () => {
  const { ann, gus, max } = atlas.cast
  const own = await makePage('Own')
  await runSql(atlas.server.databaseUrl, 'update pages set owned_by = $1 where id = $2', [gus.id, own.id])
  expect(
    await gus.refused('publishPage', { params: { ...atlas.params, page_id: own.id }, body: {} }),
  ).toMatchObject({ status: 403 })
  const secret = await makePage('Secret', { access: 1 }, max)
  expect(
    await max.refused('publishPage', { params: { ...atlas.params, page_id: secret.id }, body: {} }),
  ).toMatchObject({ status: 409 })
  const old = await makePage('Old')
  await ann.call('archivePage', { params: { ...atlas.params, page_id: old.id } })
  expect(
    await ann.refused('publishPage', { params: { ...atlas.params, page_id: old.id }, body: {} }),
  ).toMatchObject({ status: 409 })
})

test('security 10, 52: a stranger reads the public pages and nothing beside them', async () => {
  const { ann, max } = atlas.cast
  const { slug, project_id } = atlas.params
  const hidden = await makePage('Salaries of everybody', {}, max)
  const link = (id: string, text: string) =>
    `<p><a href="/${slug}/projects/${project_id}/pages/${id}">${text}</a></p>`
  const root = await makePage('Handbook')
  const below = await makePage('Holidays', { parent: root.id })
  const ofMax = await makePage('Notes of Max', { parent: below.id }, max)
  const secret = await makePage('Plans', { parent: root.id, access: 1 })
  const underSecret = await makePage('Under plans', { parent: secret.id, access: 1 })
  await ann.call('updatePageDescription', {
    params: { ...atlas.params, page_id: root.id },
    body: {
      description_html: `<p>Ask <mention-component entity_name="user_mention" entity_identifier="${max.id}"></mention-component></p>${link(hidden.id, 'Salaries of everybody')}${link(below.id, 'Holidays')}<p><a href="/${slug}/settings">our settings</a> <a href="https://example.com/a?b=1&amp;c=2">web</a></p>`,
    },
  })
  const anchor = await publish(root.id, { has_sub_pages: true })
  const top = await read(anchor)
  expect(top).toMatchObject({ name: 'Handbook', parent: null, is_indexed: false })
  expect(top.pages.map(({ name }) => name)).toEqual(['Handbook', 'Holidays', 'Notes of Max'])
  expect(top.description_html).toContain(`href="${publishedPagePath(anchor, below.id)}"`)
  expect(top.description_html).toContain('our settings')
  expect(top.description_html).toContain('https://example.com/a?b=1&amp;c=2')
  const told = JSON.stringify([top, await read(anchor, below.id), await read(anchor, ofMax.id)])
  for (const word of ['Salaries', hidden.id, 'Plans', secret.id, max.id, ann.id, slug, project_id, ann.email])
    expect(told).not.toContain(word)
  for (const id of [hidden.id, secret.id, underSecret.id, newId()])
    expect(await refusal(anchor, id)).toMatchObject({ status: 404 })
  for (const wrong of ['0'.repeat(32), root.id, anchor.slice(0, 31), ' '])
    expect(await refusal(wrong)).toMatchObject({ status: 404 })
  await publish(root.id, { has_sub_pages: false })
  expect((await read(anchor)).pages).toHaveLength(1)
  expect(await refusal(anchor, below.id)).toMatchObject({ status: 404 })
})

test('security 8, 62: a link shows only pages that its publisher may publish now', async () => {
  const { ann, max } = atlas.cast
  const root = await makePage('Recipes', {}, max)
  await makePage('Bread', { parent: root.id }, max)
  await makePage('Soup of Ann', { parent: root.id })
  const anchor = await publish(root.id, { has_sub_pages: true }, max)
  expect((await read(anchor)).pages.map(({ name }) => name)).toEqual(['Recipes', 'Bread'])
  const setRole = (to: number) =>
    runSql(
      atlas.server.databaseUrl,
      'update project_members set role = $1 where project_id = $2 and member_id = $3',
      [to, atlas.params.project_id, max.id],
    )
  await setRole(role.guest)
  expect(await refusal(anchor)).toMatchObject({ status: 404 })
  await setRole(role.member)
  expect(await read(anchor)).toMatchObject({ name: 'Recipes' })
  await ann.call('publishPage', {
    params: { ...atlas.params, page_id: root.id },
    body: { has_sub_pages: true },
  })
  expect((await read(anchor)).pages).toHaveLength(3)
})

test('a member publishes only own pages by moving them into a public tree', async () => {
  const { ann, max } = atlas.cast
  const root = await makePage('Public manual')
  const ofAnn = await makePage('Draft of Ann')
  const ofMax = await makePage('Draft of Max', {}, max)
  const belowMax = await makePage('Part of Ann', { parent: ofMax.id })
  const anchor = await publish(root.id, { has_sub_pages: true })
  const names = async () => (await read(anchor)).pages.map(({ name }) => name).sort()
  const move = (id: string) =>
    ({ params: { ...atlas.params, page_id: id }, body: { parent: root.id } }) as const
  await atlas.changingNothing(async () => {
    for (const { id } of [ofAnn, ofMax])
      expect(await max.refused('updatePage', move(id))).toMatchObject({ status: 403 })
  })
  expect(await names()).toEqual(['Public manual'])
  await ann.call('updatePage', { ...move(belowMax.id), body: { parent: null } })
  await max.call('updatePage', move(ofMax.id))
  await makePage('New of Max', { parent: root.id }, max)
  expect(await names()).toEqual(['Draft of Max', 'New of Max', 'Public manual'])
  // A page that is public already can be moved within the tree.
  const ofTree = await makePage('Chapter', { parent: root.id })
  await max.call('updatePage', { ...move(ofTree.id), body: { parent: ofMax.id } })
  const { results } = await ann.call('listAuditRecords', {
    params: { slug: atlas.params.slug },
    query: { group: 'page' },
  })
  const published = results.filter(({ action }) => action === 'page.published')
  expect(published.map(({ target_name }) => target_name)).toEqual(
    expect.arrayContaining(['Draft of Max', 'New of Max', 'Chapter']),
  )
})

test('security 10: restoring a page makes no page public that the caller may not publish', async () => {
  const { ann, max } = atlas.cast
  const root = await makePage('Manual to be public')
  const ofMax = await makePage('Chapter of Max', { parent: root.id }, max)
  const ofAnn = await makePage('Secret of Ann', { parent: ofMax.id })
  const own = await makePage('Notes of Max', { parent: ofMax.id }, max)
  const params = (id: string) => ({ params: { ...atlas.params, page_id: id } })
  await max.call('deletePage', params(ofMax.id))
  const anchor = await publish(root.id, { has_sub_pages: true })
  await max.call('restorePage', params(ofMax.id))
  const names = async () => (await read(anchor)).pages.map(({ name }) => name).sort()
  expect(await names()).toEqual(['Chapter of Max', 'Manual to be public', 'Notes of Max'])
  expect(await ann.call('getPage', { ...params(ofAnn.id), query: {} })).toMatchObject({ parent: null })
  expect(await max.call('getPage', { ...params(own.id), query: {} })).toMatchObject({ parent: ofMax.id })

  const { results } = await ann.call('listAuditRecords', {
    params: { slug: atlas.params.slug },
    query: { group: 'page' },
  })
  const published = results.filter(({ action }) => action === 'page.published').map(({ target }) => target)
  expect(published).toEqual(expect.arrayContaining([ofMax.id, own.id]))
  expect(published).not.toContain(ofAnn.id)
})

test('restoring a page records no publication of a former child that does not fit below it', async () => {
  const { ann } = atlas.cast
  const parent = await makePage('Former parent')
  const page = await makePage('Restored page', { parent: parent.id })
  const child = await makePage('Former child', { parent: page.id })
  const params = (id: string) => ({ params: { ...atlas.params, page_id: id } })
  await ann.call('deletePage', params(page.id))
  await ann.call('updatePage', { ...params(parent.id), body: { parent: child.id } })
  await publish(child.id, { has_sub_pages: true })
  await ann.call('restorePage', params(page.id))
  expect(await ann.call('getPage', { ...params(child.id), query: {} })).toMatchObject({ parent: null })
  const { results } = await ann.call('listAuditRecords', {
    params: { slug: atlas.params.slug },
    query: { group: 'page' },
  })
  const published = results.filter(({ action }) => action === 'page.published').map(({ target }) => target)
  const ids = [child.id, page.id]
  expect(published.filter((id) => id !== null && ids.includes(id)).sort()).toEqual(ids.sort())
})

test('a link of a member does not restrict pages of others, which it never shows', async () => {
  const { ann, max } = atlas.cast
  const root = await makePage('Manual of Max', {}, max)
  const anchor = await publish(root.id, { has_sub_pages: true }, max)
  const ofAnn = await makePage('Page of Ann')
  const params = { ...atlas.params, page_id: ofAnn.id }
  await max.call('updatePage', { params, body: { parent: root.id } })
  expect((await read(anchor)).pages.map(({ name }) => name)).toEqual(['Manual of Max'])
  const { results } = await ann.call('listAuditRecords', {
    params: { slug: atlas.params.slug },
    query: { group: 'page' },
  })
  expect(results.find(({ target }) => target === ofAnn.id)).toBeUndefined()
})

test('a member cannot move a page of another project below a public page', async () => {
  const { ann, max } = atlas.cast
  const other = await atlas.makeProject('Other tree', 'OTR')
  await ann.call('addProjectMembers', {
    params: other,
    body: { members: [{ member_id: max.id, role: role.member }] },
  })
  const root = await ann.call('createPage', { params: other, body: { name: 'Public root' } })
  await ann.call('publishPage', { params: { ...other, page_id: root.id }, body: { has_sub_pages: true } })
  const page = await makePage('Moved of Max', {}, max)
  await makePage('Part of Ann', { parent: page.id })
  const params = { ...atlas.params, page_id: page.id }
  const body = { new_project_id: other.project_id, parent: root.id }
  await atlas.changingNothing(async () => {
    expect(await max.refused('movePage', { params, body })).toMatchObject({ status: 403 })
  })
  await ann.call('movePage', { params, body })
})

test('the links of a user end when the user leaves the workspace', async () => {
  const { ann, workspace_id } = atlas.cast
  const una = await createSignedInUser(atlas.server, 'una-publishes@example.com')
  const member_id = await addMember(atlas.server, workspace_id, una.id, role.admin)
  const params = { slug: atlas.params.slug }
  const page = await una.call('createWorkspacePage', { params, body: { name: 'Farewell' } })
  const inWorkspace = { ...params, page_id: page.id }
  const { publication } = await una.call('publishWorkspacePage', { params: inWorkspace, body: {} })
  const anchor = publication?.anchor ?? ''
  expect(await read(anchor)).toMatchObject({ name: 'Farewell' })
  const changes = await atlas.changes(() =>
    ann.call('removeWorkspaceMember', { params: { ...params, member_id } }),
  )
  expect(changes.filter(({ entity }) => entity === 'pages')).toMatchObject([
    { fields: { publication: null } },
  ])
  await runSql(atlas.server.databaseUrl, 'update workspace_members set is_active = true where id = $1', [
    member_id,
  ])
  expect(await refusal(anchor)).toMatchObject({ status: 404 })
  const { results } = await ann.call('listAuditRecords', { params, query: { group: 'page' } })
  expect(results.find(({ target }) => target === page.id)).toMatchObject({ action: 'page.unpublished' })
})

test('a page stops being public when it is made private, archived or deleted', async () => {
  const { ann } = atlas.cast
  const page = await makePage('Fleeting')
  const params = { ...atlas.params, page_id: page.id }
  const anchor = await publish(page.id)
  await ann.call('archivePage', { params })
  expect(await refusal(anchor)).toMatchObject({ status: 404 })
  await ann.call('unarchivePage', { params })
  expect(await read(anchor)).toMatchObject({ name: 'Fleeting' })
  await ann.call('setPageAccess', { params, body: { access: 1 } })
  await ann.call('setPageAccess', { params, body: { access: 0 } })
  expect(await refusal(anchor)).toMatchObject({ status: 404 })
  const again = await publish(page.id)
  await ann.call('deletePage', { params })
  await ann.call('restorePage', { params })
  expect(await refusal(again)).toMatchObject({ status: 404 })
  const last = await publish(page.id)
  await ann.call('updateProject', { params: atlas.params, body: { page_view: false } })
  expect(await refusal(last)).toMatchObject({ status: 404 })
  await ann.call('updateProject', { params: atlas.params, body: { page_view: true } })
  expect(await read(last)).toMatchObject({ name: 'Fleeting' })
})

test('security 2: files of a public page are served through its link only while the text shows them', async () => {
  const { ann } = atlas.cast
  const page = await makePage('Album')
  const other = await makePage('Other')
  const [shown, unused] = [await uploadPicture(page.id), await uploadPicture(other.id)]
  const params = { ...atlas.params, page_id: page.id }
  const description_html = `<image-component src="${shown}"></image-component>`
  await ann.call('updatePageDescription', { params, body: { description_html } })
  const anchor = await publish(page.id)
  const file = (page_anchor: string, asset_id: string) =>
    fetch(atlas.server.url + fillPath(calls.getPublishedPageFile.path, { page_anchor, asset_id }))
  const answer = await file(anchor, shown)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).not.toContain('hull')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect((await file(anchor, unused)).status).toBe(404)
  expect((await file('0'.repeat(32), shown)).status).toBe(404)
  const direct = `/api/assets/v2/workspaces/${atlas.params.slug}/${shown}/`
  expect((await fetch(atlas.server.url + direct)).status).toBe(401)
  await ann.call('updatePageDescription', { params, body: { description_html: '<p>None</p>' } })
  expect((await file(anchor, shown)).status).toBe(404)
  await ann.call('updatePage', { params, body: { view_props: { cover: shown } } })
  expect((await file(anchor, shown)).status).toBe(200)
  await ann.call('unpublishPage', { params })
  expect((await file(anchor, shown)).status).toBe(404)
})

test('search engines may list a page only if its publisher allows it', async () => {
  const page = await makePage('Findable')
  const anchor = await publish(page.id)
  const robots = async (path: string) => (await fetch(atlas.server.url + path)).headers.get('x-robots-tag')
  const call = fillPath(calls.getPublishedPage.path, { page_anchor: anchor })
  expect(await robots(publishedPagePath(anchor))).toBe('noindex')
  expect(await robots(call)).toBe('noindex')
  await publish(page.id, { is_indexed: true })
  expect(await robots(publishedPagePath(anchor))).toBeNull()
  expect(await robots(call)).toBeNull()
  expect(await robots(publishedPagePath('0'.repeat(32)))).toBe('noindex')
})

test('security 60: open readers receive changes and the end of the publication', async () => {
  const { ann } = atlas.cast
  const page = await makePage('Live')
  const params = { ...atlas.params, page_id: page.id }
  const anchor = await publish(page.id)
  const answer = await fetch(atlas.server.url + publishedPageEventsPath(anchor))
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const events = readEvents(answer)
  expect(await events.next()).toMatchObject({ value: 'open' })
  await ann.call('updatePage', { params, body: { name: 'Livelier' } })
  expect(await events.next()).toMatchObject({ value: 'changed' })
  await ann.call('unpublishPage', { params })
  expect(await events.next()).toMatchObject({ value: 'gone' })
  expect(await events.next()).toMatchObject({ done: true })
  expect((await fetch(atlas.server.url + publishedPageEventsPath(anchor))).status).toBe(404)
})

test('HEAD requests occupy no event stream of their network', async () => {
  const page = await makePage('Checked by programs')
  const path = atlas.server.url + publishedPageEventsPath(await publish(page.id))
  for (let sent = 0; sent < 110; sent++) {
    const answer = await fetch(path, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
  }
  const answer = await fetch(path)
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
})

test('a change event contains the ids of the changed pages only', async () => {
  const { ann } = atlas.cast
  const root = await makePage('Tree')
  const below = await makePage('Leaf', { parent: root.id })
  const anchor = await publish(root.id, { has_sub_pages: true })
  const answer = await fetch(atlas.server.url + publishedPageEventsPath(anchor))
  const events = readEvents(answer, /^data: (.*)/)
  expect(await events.next()).toMatchObject({ value: '' })
  const params = { ...atlas.params, page_id: below.id }
  await ann.call('updatePageDescription', { params, body: { description_html: '<p>Green</p>' } })
  expect(await events.next()).toMatchObject({ value: below.id })
  await ann.call('updatePage', { params, body: { name: 'Twig' } })
  expect(await events.next()).toMatchObject({ value: '' })
  await events.return(undefined)
})

test('a reader that does not receive a ping is disconnected', async () => {
  const { readable, writable } = new TransformStream()
  const stalled = new SSEStreamingApi(writable, readable)
  const reader = createEventReader(stalled)
  reader.send('open')
  reader.ping()
  expect(stalled.aborted).toBe(false)
  reader.ping()
  expect(stalled.aborted).toBe(true)
})

/** Yields the names of the server-sent events that arrive, without pings, or what `pattern` finds in their lines. */
async function* readEvents(answer: Response, pattern = /^event: (\w+)/): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const event = pattern.exec(line)?.[1]
      if (event !== undefined && event !== 'ping') yield event
    }
  }
}

async function uploadPicture(pageId: string): Promise<string> {
  const { ann } = atlas.cast
  const create = { width: 60, height: 30, channels: 3, background: '#2050a0' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  const named = { name: 'hull.png', type: 'image/png' }
  const body = {
    ...named,
    size: bytes.length,
    entity_type: 'PAGE_DESCRIPTION',
    entity_identifier: pageId,
  } as const
  const slot = await ann.call('createProjectAsset', { params: atlas.params, body })
  await uploadToStorage(atlas.server, slot, { ...named, bytes })
  const params = { slug: atlas.params.slug, asset_id: slot.asset_id }
  await ann.call('confirmWorkspaceAsset', { params, body: {} })
  return slot.asset_id
}
