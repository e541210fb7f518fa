import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const rename = (place: object, identifier: string) =>
  atlas.cast.ann.call('updateProject', { params: place as typeof atlas.params, body: { identifier } })
const byKey = (key: string, who = atlas.cast.ann) =>
  who.call('getWorkItemByKey', { params: { slug: 'acme', key } })

test('items are found by all the letters that their project had', async () => {
  const place = await atlas.makeProject('Web', 'WEB')
  const item = await atlas.make('Draw', {}, atlas.cast.ann, place)
  const changes = await atlas.changes(() => rename(place, 'APP'))
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ entity: 'projects', op: 'update', fields: { identifier: 'APP' } })
  await rename(place, 'SITE')
  for (const key of ['SITE-1', 'APP-1', 'WEB-1', 'web-1']) expect((await byKey(key)).id).toBe(item.id)
  expect(await atlas.cast.ann.call('listFormerIdentifiers', { params: place })).toMatchObject([
    { identifier: 'APP' },
    { identifier: 'WEB' },
  ])
  // Neither the current nor the former identifier reveals a secret project.
  for (const key of ['SITE-1', 'WEB-1'])
    expect(await atlas.cast.max.refused('getWorkItemByKey', { params: { slug: 'acme', key } })).toMatchObject(
      {
        status: 404,
      },
    )
})

test('a moved item is found by its old key of old letters', async () => {
  const from = await atlas.makeProject('From', 'FROM')
  const to = await atlas.makeProject('To', 'TO')
  const item = await atlas.make('Carry', {}, atlas.cast.ann, from)
  await atlas.cast.ann.call('moveWorkItems', {
    params: from,
    body: { issue_ids: [item.id], new_project_id: to.project_id },
  })
  await rename(from, 'FROMNEW')
  await rename(to, 'TONEW')
  for (const key of ['FROM-1', 'FROMNEW-1', 'TO-1', 'TONEW-1']) expect((await byKey(key)).id).toBe(item.id)
})

test('nobody else takes letters that still lead on, until they are let go', async () => {
  const { ann, max } = atlas.cast
  const place = await atlas.makeProject('Old', 'OLD')
  const other = await atlas.makeProject('Rival', 'RIV')
  const item = await atlas.make('Mine', {}, ann, place)
  await rename(place, 'NEW')
  const refusal = { status: 400, fields: { identifier: ['PROJECT_IDENTIFIER_ALREADY_EXIST'] } }
  await atlas.changingNothing(async () => {
    const body = { identifier: 'old' }
    expect(await ann.refused('updateProject', { params: other, body })).toMatchObject(refusal)
    expect(
      await ann.refused('createProject', {
        params: { slug: 'acme' },
        body: { name: 'Third', identifier: 'OLD' },
      }),
    ).toMatchObject(refusal)
    // Only project admins can release an identifier. An identifier that the project never had is not found.
    expect(await max.refused('releaseIdentifier', { params: place, body })).toMatchObject({ status: 404 })
    expect(await ann.refused('releaseIdentifier', { params: other, body })).toMatchObject({ status: 404 })
    expect(
      await ann.refused('releaseIdentifier', { params: { ...place, project_id: newId() }, body }),
    ).toMatchObject({ status: 404 })
  })
  const checked = await ann.call('checkProjectIdentifier', {
    params: { slug: 'acme' },
    query: { name: 'old' },
  })
  expect(checked).toEqual({ exists: 1, identifiers: [{ project: place.project_id, name: 'Old' }] })
  await ann.call('releaseIdentifier', { params: place, body: { identifier: 'OLD' } })
  expect(await ann.refused('getWorkItemByKey', { params: { slug: 'acme', key: 'OLD-1' } })).toMatchObject({
    status: 404,
  })
  const { results } = await ann.call('listAuditRecords', { params: { slug: 'acme' }, query: {} })
  expect(results[0]).toMatchObject({
    action: 'project.identifier_released',
    facts: { identifier: 'OLD' },
  })
  await rename(other, 'OLD')
  const theirs = await atlas.make('Theirs', {}, ann, other)
  expect((await byKey('OLD-1')).id).toBe(theirs.id)
  expect((await byKey('NEW-1')).id).toBe(item.id)
})

test('a project has its old letters again, and they are free when it goes', async () => {
  const { ann } = atlas.cast
  const place = await atlas.makeProject('Back', 'BACK')
  const item = await atlas.make('Here', {}, ann, place)
  await rename(place, 'FORTH')
  await rename(place, 'BACK')
  expect(await ann.call('listFormerIdentifiers', { params: place })).toMatchObject([{ identifier: 'FORTH' }])
  for (const key of ['BACK-1', 'FORTH-1']) expect((await byKey(key)).id).toBe(item.id)
  await ann.call('deleteProject', { params: place })
  const next = await atlas.makeProject('Next', 'FORTH')
  const theirs = await atlas.make('First', {}, ann, next)
  expect((await byKey('FORTH-1')).id).toBe(theirs.id)
})

test('search finds an item by its old key, and other workspaces have letters of their own', async () => {
  const { ann, eve } = atlas.cast
  const place = await atlas.makeProject('Searched', 'SEA')
  const item = await atlas.make('Look for me', {}, ann, place)
  await rename(place, 'LAKE')
  const found = await ann.call('searchWorkspace', { params: { slug: 'acme' }, query: { search: 'sea-1' } })
  expect(JSON.stringify(found)).toContain(item.id)
  const theirs = await eve.call('updateProject', { params: atlas.eves, body: { identifier: 'SEA' } })
  expect(theirs.identifier).toBe('SEA')
  expect(
    await eve.refused('getWorkItemByKey', { params: { slug: atlas.eves.slug, key: 'LAKE-1' } }),
  ).toMatchObject({ status: 404 })
})
