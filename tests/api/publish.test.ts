import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#common/ids.ts'
import { anonymous } from '../support/api-client.ts'
import { type Atlas, makeAtlas } from '../support/atlas.ts'

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
  expect(seen).toMatchObject({ name: 'Seen', description: 'Ask @… first' })
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
