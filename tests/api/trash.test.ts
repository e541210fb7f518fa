import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBus } from '#api/bus.ts'
import { createOrm } from '#api/db/orm.ts'
import { forgetWhatIsOver } from '#api/maintenance.ts'
import { documentName } from '#common/document/names.ts'
import { newId } from '#common/ids.ts'
import { role } from '#common/roles.ts'
import { trashDays } from '#common/work-items/rules.ts'
import { runSql } from '../support/api-client.ts'
import { type Atlas, makeAtlas, type Place } from '../support/atlas.ts'

let atlas: Atlas
/** A project of its own for each test, which Max is in. */
let place: Place
let made = 0

beforeAll(async () => {
  atlas = await makeAtlas()
})
beforeEach(async () => {
  made += 1
  place = await atlas.makeProject(`Trash ${made}`, `TR${made}`)
  const members = [{ member_id: atlas.cast.max.id, role: role.member }]
  await atlas.cast.ann.call('addProjectMembers', { params: place, body: { members } })
})
afterAll(() => atlas.close())

type Item = { id: string }

const make = (name: string, more: object = {}, who = atlas.cast.ann) => atlas.make(name, more, who, place)
const remove = ({ id }: Item, who = atlas.cast.ann) =>
  who.call('deleteWorkItem', { params: { ...place, id } })
const list = async (query: Record<string, string> = {}, who = atlas.cast.ann) =>
  who.call('listTrashedWorkItems', { params: place, query })
const ids = (...items: Item[]) => ({ issue_ids: items.map(({ id }) => id) })
const age = ({ id }: Item, days: number) =>
  sql('update work_items set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days])
const sql = (statement: string, values: unknown[]) => runSql(atlas.server.databaseUrl, statement, values)

test('the trash lists what was deleted, by whom, with what is below counted', async () => {
  const { ann, max } = atlas.cast
  const [first, whole] = [await make('First', {}, max), await make('Whole')]
  const part = await make('Part', { parent_id: whole.id })
  await make('Part of part', { parent_id: part.id })
  const alone = await make('Went before', { parent_id: whole.id })
  await remove(first, max)
  await remove(alone)
  await remove(whole)
  const { results, total_count } = await list({}, max)
  expect(total_count).toBe(3)
  expect(results.map(({ name, deleted_by, below }) => ({ name, deleted_by, below }))).toEqual([
    { name: 'Whole', deleted_by: ann.id, below: 2 },
    { name: 'Went before', deleted_by: ann.id, below: 0 },
    { name: 'First', deleted_by: max.id, below: 0 },
  ])
  const second = await list({ per_page: '1', cursor: '1:1:0' })
  expect(second.results.map(({ name }) => name)).toEqual(['Went before'])
  expect(second).toMatchObject({ next_page_results: true, total_pages: 3 })
})

test('who deleted an item is still known when its label goes afterwards', async () => {
  const { ann, max } = atlas.cast
  const label = await ann.call('createLabel', { params: place, body: { name: 'Passing' } })
  const item = await make('Labelled', { label_ids: [label.id] }, max)
  await remove(item, max)
  await ann.call('deleteLabel', { params: { ...place, label_id: label.id } })
  expect((await list()).results).toMatchObject([{ deleted_by: max.id, label_ids: [] }])
})

test('what is restored has its text, comments, links, reactions, relations and place again', async () => {
  const { ann } = atlas.cast
  const whole = await make('Whole')
  const item = await make('Full', { parent_id: whole.id, description_html: '<p>Words</p>' })
  const other = await make('Other')
  const one = { ...place, id: item.id }
  await ann.call('createComment', { params: one, body: { comment_html: '<p>Said</p>' } })
  await ann.call('createLink', { params: one, body: { url: 'https://example.com/', title: 'Page' } })
  await ann.call('createRelations', { params: one, body: { relation_type: 'blocking', issues: [other.id] } })
  const before = await atlas.stored(item)
  await remove(item)
  await ann.call('restoreWorkItem', { params: one })
  const { updated_at, updated_by, ...kept } = before
  expect(await atlas.stored(item)).toMatchObject(kept)
  expect(await ann.call('listComments', { params: one, query: {} })).toMatchObject([
    { comment_html: '<p>Said</p>' },
  ])
  expect(await ann.call('listLinks', { params: one })).toHaveLength(1)
  expect(JSON.stringify(await ann.call('listRelations', { params: one }))).toContain(other.id)
  expect(await list()).toMatchObject({ total_count: 0 })
})

test('after thirty days it is neither shown nor found to be restored', async () => {
  const { ann } = atlas.cast
  const [kept, gone] = [await make('Kept'), await make('Gone')]
  for (const item of [kept, gone]) await remove(item)
  await age(kept, trashDays - 1)
  await age(gone, trashDays + 1)
  expect((await list()).results.map(({ name }) => name)).toEqual(['Kept'])
  expect(
    await atlas.changingNothing(() => ann.refused('restoreWorkItem', { params: { ...place, id: gone.id } })),
  ).toMatchObject({ status: 404 })
  expect(
    await atlas.changingNothing(() =>
      ann.refused('restoreWorkItems', { params: place, body: ids(kept, gone) }),
    ),
  ).toMatchObject({ status: 404 })
  await ann.call('restoreWorkItems', { params: place, body: ids(kept) })
  expect((await atlas.stored(kept))['deleted_at']).toBeNull()
})

test('deleted forever, nothing of it is left, and whoever looks at the trash hears of it', async () => {
  const { ann } = atlas.cast
  const whole = await make('Whole', { description_html: '<p>Secret words</p>' })
  const part = await make('Part', { parent_id: whole.id })
  const [other, alive] = [await make('Other'), await make('Alive')]
  const one = { ...place, id: whole.id }
  await ann.call('createComment', { params: one, body: { comment_html: '<p>Said</p>' } })
  for (const item of [whole, other]) await remove(item)
  const heard = await atlas.changes(() =>
    ann.call('purgeWorkItems', { params: place, body: ids(whole, alive) }),
  )
  expect(heard.map(({ id, op }) => [id, op]).toSorted()).toEqual(
    [whole, part].map(({ id }) => [id, 'delete']).toSorted(),
  )
  for (const table of [
    'work_items',
    'work_item_comments',
    'documents',
    'document_updates',
    'description_versions',
  ]) {
    const left = await sql(`select to_jsonb(t)::text as row from ${table} t`, [])
    expect(JSON.stringify(left), table).not.toContain(whole.id)
  }
  expect((await list()).results.map(({ name }) => name)).toEqual(['Other'])
  expect((await atlas.stored(alive))['deleted_at']).toBeNull()
  for (const id of [whole.id, newId()])
    expect(await ann.refused('restoreWorkItem', { params: { ...place, id } })).toMatchObject({ status: 404 })
})

test('members restore what they may delete, only admins delete forever', async () => {
  const { max } = atlas.cast
  const [own, anns] = [await make('Own', {}, max), await make('Ann’s')]
  for (const item of [own, anns]) await remove(item)
  for (const call of ['restoreWorkItems', 'purgeWorkItems'] as const)
    expect(
      await atlas.changingNothing(() => max.refused(call, { params: place, body: ids(own) })),
    ).toMatchObject({ status: 403 })
  expect(await max.refused('restoreWorkItem', { params: { ...place, id: anns.id } })).toMatchObject({
    status: 403,
  })
  expect(await max.call('restoreWorkItem', { params: { ...place, id: own.id } })).toMatchObject({
    name: 'Own',
  })
})

test('what was typed into an item while it was deleted forever goes the next day', async () => {
  const [gone, kept] = [await make('Gone'), await make('Kept', { description_html: '<p>Kept</p>' })]
  await remove(gone)
  await atlas.cast.ann.call('purgeWorkItems', { params: place, body: ids(gone) })
  const left = (item: Item) =>
    sql(
      `select name from documents where name = $1 union all select name from document_updates where name = $1`,
      [documentName('work_item', item.id)],
    )
  const name = documentName('work_item', gone.id)
  for (const days of [0, 2]) {
    await sql(
      `insert into document_updates (name, workspace_id, updates, created_at)
       values ($1, $2, '', now() - make_interval(days => $3))`,
      [name, kept.workspace_id, days],
    )
  }
  await sql(
    `insert into documents (name, workspace_id, updated_at) values ($1, $2, now() - interval '2 days')
     on conflict (name) do update set updated_at = excluded.updated_at`,
    [name, kept.workspace_id],
  )
  const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
  await forgetWhatIsOver(orm)
  await orm.close(true)
  // Somebody may be about to write the item to which the newest belongs.
  expect(await left(gone)).toHaveLength(1)
  expect((await left(kept)).length).toBeGreaterThan(0)
})

test('what has been in the trash for sixty days goes by itself, with what is below it', async () => {
  const [old, young] = [await make('Old', { description_html: '<p>Old words</p>' }), await make('Young')]
  const part = await make('Part of old', { parent_id: old.id })
  for (const item of [old, young]) await remove(item)
  for (const item of [old, part]) await age(item, 61)
  await age(young, 59)
  const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
  await forgetWhatIsOver(orm)
  await orm.close(true)
  const there = await sql('select id from work_items where id = any($1::uuid[])', [
    [old.id, part.id, young.id],
  ])
  expect(there).toEqual([{ id: young.id }])
  const name = documentName('work_item', old.id)
  expect(await sql('select name from documents where name = $1', [name])).toEqual([])
})
