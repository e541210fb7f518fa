import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { newId } from '#common/ids.ts'
import { anonymous, fill } from '../support/api-client.ts'
import { type Atlas, makeAtlas, type Place } from '../support/atlas.ts'
import { readFrom, sendFile } from '../support/upload.ts'

let atlas: Atlas
beforeAll(async () => {
  atlas = await makeAtlas()
})
afterAll(() => atlas.close())

test('admins of a project publish it, and one change is heard', async () => {
  const { ann, max, gus, eve } = atlas.cast
  const { params } = atlas
  await atlas.changingNothing(async () => {
    for (const [who, status] of [
      [max, 403],
      [gus, 403],
      [eve, 404],
    ] as const)
      expect(await who.refused('publishProject', { params, body: {} })).toMatchObject({ status })
    expect(
      await ann.refused('publishProject', { params, body: { views: { list: false, kanban: false } } }),
    ).toMatchObject({ status: 400 })
  })
  expect(await ann.call('getDeployBoard', { params })).toEqual({})
  const changes = await atlas.changes(() => ann.call('publishProject', { params, body: {} }))
  const board = await ann.call('publishProject', { params, body: {} })
  expect(board.anchor).toMatch(/^[0-9a-f]{32}$/)
  expect(changes).toMatchObject([{ entity: 'projects', fields: { anchor: board.anchor } }])
  expect(await ann.call('getProject', { params })).toMatchObject({ anchor: board.anchor })
  const one = { ...params, deploy_board_id: board.id }
  const changed = await ann.call('updateDeployBoard', { params: one, body: { views: { kanban: false } } })
  expect(changed).toMatchObject({ anchor: board.anchor, views: { list: true, kanban: false } })
  expect(await max.refused('unpublishProject', { params: one })).toMatchObject({ status: 403 })
  expect(
    await eve.refused('unpublishProject', { params: { ...atlas.eves, deploy_board_id: board.id } }),
  ).toMatchObject({ status: 404 })
  await ann.call('unpublishProject', { params: one })
  expect(await ann.call('getDeployBoard', { params })).toEqual({})
  const again = await ann.call('publishProject', { params, body: {} })
  expect(again.anchor).not.toBe(board.anchor)
})

test('security 10, 11: strangers read what is published, and nothing beside it', async () => {
  const { ann, max } = atlas.cast
  const stranger = anonymous(atlas.server)
  const place = await atlas.makeProject('Open', 'OPEN')
  const secret = await atlas.makeProject('Hidden', 'HID')
  const [label] = await ann.call('listLabels', { params: place })
  const description_html = `<p>Ask <mention-component entity_name="user_mention" entity_identifier="${ann.id}"></mention-component> first</p>`
  const fields = { label_ids: [label?.id ?? ''], assignee_ids: [ann.id], description_html }
  const item = await atlas.make('Seen', fields, ann, place)
  const gone = await atlas.make('Trashed', {}, ann, place)
  const other = await atlas.make('Elsewhere', {}, ann, secret)
  await ann.call('deleteWorkItem', { params: { ...place, id: gone.id } })
  await ann.call('createComment', {
    params: { ...place, id: item.id },
    body: { comment_html: '<p>Between ourselves</p>' },
  })
  const { anchor, id } = await ann.call('publishProject', { params: place, body: {} })
  const board = await stranger.call('getPublishedBoard', { params: { anchor } })
  const page = { query: { per_page: '100', cursor: '100:0:0' } }
  const listed = await stranger.call('listPublishedItems', { params: { anchor }, ...page })
  const seen = await stranger.call('getPublishedItem', { params: { anchor, issue_id: item.id } })
  expect(listed.results.map(({ key }) => key)).toEqual(['OPEN-1'])
  expect(seen).toMatchObject({ name: 'Seen', description_html: '<p>Ask @… first</p>' })
  const told = JSON.stringify([board, listed, seen])
  for (const hidden of [
    'Between ourselves',
    'Trashed',
    'Elsewhere',
    ann.id,
    max.id,
    ann.email,
    secret.project_id,
  ])
    expect(told).not.toContain(hidden)
  for (const issue_id of [gone.id, other.id, newId()])
    expect(await stranger.refused('getPublishedItem', { params: { anchor, issue_id } })).toMatchObject({
      status: 404,
    })
  for (const wrong of ['0'.repeat(32), place.project_id, anchor.slice(0, 31)])
    expect(await stranger.refused('getPublishedBoard', { params: { anchor: wrong } })).toMatchObject({
      status: 404,
    })
  await ann.call('unpublishProject', { params: { ...place, deploy_board_id: id } })
  expect(await stranger.refused('listPublishedItems', { params: { anchor }, ...page })).toMatchObject({
    status: 404,
  })
})

const stranger = () => anonymous(atlas.server)
const showing = (id: string) => `<image-component src="${id}"></image-component>`

/** A picture that Ann has sent for a text of the item. */
async function sendPicture(
  item: { id: string },
  where: Place,
  entity_type = 'ISSUE_DESCRIPTION',
  entity_identifier = item.id,
): Promise<string> {
  const { ann } = atlas.cast
  const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#2050a0' } })
    .png()
    .toBuffer()
  const named = { name: 'Hull by Max.png', type: 'image/png' }
  const body = { ...named, size: bytes.length, entity_type, entity_identifier }
  const slot = await ann.call('createProjectAsset', { params: where, body })
  await sendFile(atlas.server, slot, { ...named, bytes })
  const params = { slug: where.slug, asset_id: slot.asset_id }
  await ann.call('confirmWorkspaceAsset', { params, body: {} })
  return slot.asset_id
}

function picture(anchor: string, asset_id: string, query = '', headers = {}): Promise<Response> {
  const url = fill(calls.getPublishedPicture.path, { anchor, asset_id })
  return readFrom(atlas.server, stranger(), url + query, headers)
}

test('security 10, 51: of pictures strangers read what a published description shows now', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Shown', 'SHOWN')
  const secret = await atlas.makeProject('Kept', 'KEPT')
  const item = await atlas.make('With a picture', {}, ann, place)
  const hidden = await atlas.make('Elsewhere', {}, ann, secret)
  const params = { ...place, id: item.id }
  const shown = await sendPicture(item, place)
  const unused = await sendPicture(item, place)
  const said = await sendPicture(item, place, 'COMMENT_DESCRIPTION', '')
  const foreign = await sendPicture(hidden, secret)
  const describe = (html: string) => ann.call('updateWorkItem', { params, body: { description_html: html } })
  await describe(`<p>Look</p>${showing(shown)}`)
  await ann.call('createComment', { params, body: { comment_html: showing(said) } })
  await ann.call('updateWorkItem', {
    params: { ...secret, id: hidden.id },
    body: { description_html: showing(foreign) },
  })
  expect((await picture('0'.repeat(32), shown)).status).toBe(404)
  const { anchor, id } = await ann.call('publishProject', { params: place, body: {} })
  const whole = await picture(anchor, shown)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('cache-control')).toBe('private, no-cache')
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(whole.headers.get('content-disposition')).not.toContain('Max')
  const small = await picture(anchor, shown, '?width=320')
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320)
  const etag = { 'if-none-match': whole.headers.get('etag') ?? '' }
  expect((await picture(anchor, shown, '', etag)).status).toBe(304)
  // Whoever has no right is told the same of what is there and of what is not.
  const answers = new Set<string>()
  for (const each of [unused, said, foreign, newId()]) {
    const refused = await picture(anchor, each)
    const { request_id: _, ...told } = await refused.json()
    answers.add(`${refused.status} ${JSON.stringify(told)}`)
  }
  expect([...answers]).toHaveLength(1)
  // A text of others is shown by those who see both.
  await describe(showing(shown) + showing(foreign))
  expect((await picture(anchor, foreign)).status).toBe(200)
  await describe('<p>Nothing to see</p>')
  expect((await picture(anchor, shown, '', etag)).status).toBe(404)
  await describe(showing(shown))
  await ann.call('deleteWorkItem', { params })
  expect((await picture(anchor, shown, '', etag)).status).toBe(404)
  await ann.call('restoreWorkItem', { params })
  expect((await picture(anchor, shown)).status).toBe(200)
  await ann.call('unpublishProject', { params: { ...place, deploy_board_id: id } })
  expect((await picture(anchor, shown, '', etag)).status).toBe(404)
})

test('security 21: the text of an item is shown as the schema has it, without people', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Rich', 'RICH')
  const mention = `<mention-component entity_name="user_mention" entity_identifier="${ann.id}"></mention-component>`
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)>',
    '<a href="java\tscript:alert(1)" onclick="alert(1)">go</a>',
    '<p style="background:url(https://example.com/beacon)">styled</p>',
    '<iframe src="https://example.com"></iframe>',
    '<image-component src="https://example.com/a.png" onerror="alert(1)"></image-component>',
    '<p>&lt;mention-component&gt; &lt;script&gt;</p>',
  ]
  const description_html = `<h2>Plan</h2><p>Ask ${mention} <strong>first</strong></p>${hostile.join('')}`
  const { id } = await atlas.make('Rich', { description_html }, ann, place)
  const { anchor } = await ann.call('publishProject', { params: place, body: {} })
  const seen = await stranger().call('getPublishedItem', { params: { anchor, issue_id: id } })
  expect(seen.description_html).toContain('<h2>Plan</h2><p>Ask @… <strong>first</strong></p>')
  expect(seen.description_html).toContain('&lt;mention-component&gt; &lt;script&gt;')
  expect(seen.description_html).not.toMatch(/<(script|svg|iframe|img|mention)|\son\w+=|script:|style=|beacon/)
  expect(seen.description_html).not.toContain(ann.id)
  const answer = await readFrom(atlas.server, stranger(), `/api/public/anchor/${anchor}/issues/${id}/`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('the address of a published project is found by the project’s own', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Found', 'FOUND')
  const refusals = new Set<string>()
  const find = async (params: Place) =>
    refusals.add(JSON.stringify(await stranger().refused('findPublishedBoard', { params })))
  await find(place)
  const { anchor, id } = await ann.call('publishProject', { params: place, body: {} })
  expect(await stranger().call('findPublishedBoard', { params: place })).toEqual({
    anchor,
    entity_name: 'project',
    entity_identifier: place.project_id,
  })
  await find({ ...place, slug: atlas.eves.slug })
  await find({ ...place, project_id: newId() })
  await ann.call('unpublishProject', { params: { ...place, deploy_board_id: id } })
  await find(place)
  expect([...refusals]).toHaveLength(1)
})
