import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { createBus } from '#api/platform/bus.ts'
import { documentName } from '#common/documents/content/names.ts'
import { toWorkspaceCallName } from '#common/platform/at-workspace.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { trashDays } from '#common/work/work-items/rules.ts'
import { runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
/** Each test gets its own project, which Max is in. */
let place: ProjectPathParams
let made = 0

beforeAll(async () => {
  atlas = await startProjectTestServer()
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

test('the trash lists deleted items with the person and the number of descendants', async () => {
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

test('the person who deleted an item is kept when its label is deleted afterwards', async () => {
  const { ann, max } = atlas.cast
  const label = await ann.call('createLabel', { params: place, body: { name: 'Passing' } })
  const item = await make('Labelled', { label_ids: [label.id] }, max)
  await remove(item, max)
  await ann.call('deleteLabel', { params: { ...place, label_id: label.id } })
  expect((await list()).results).toMatchObject([{ deleted_by: max.id, label_ids: [] }])
})

test('a restored item has its text, comments, links, reactions, relations and position again', async () => {
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

test('after thirty days an item is neither listed nor restored', async () => {
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

test('permanently deleting an item removes all its data and is published to the trash', async () => {
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

test('members restore what they may delete, only admins delete permanently', async () => {
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

test('edits that arrive while an item is purged are removed the next day', async () => {
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
  await deleteExpiredRows(orm)
  await orm.close(true)
  // The newest row of `document_updates` is not deleted yet, because a client may be creating the item that the
  // document belongs to.
  expect(await left(gone)).toHaveLength(1)
  expect((await left(kept)).length).toBeGreaterThan(0)
})

test('items are purged with their descendants after sixty days in the trash', async () => {
  const [old, young] = [await make('Old', { description_html: '<p>Old words</p>' }), await make('Young')]
  const part = await make('Part of old', { parent_id: old.id })
  for (const item of [old, young]) await remove(item)
  for (const item of [old, part]) await age(item, 61)
  await age(young, 59)
  const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
  await deleteExpiredRows(orm)
  await orm.close(true)
  const there = await sql('select id from work_items where id = any($1::uuid[])', [
    [old.id, part.id, young.id],
  ])
  expect(there).toEqual([{ id: young.id }])
  const name = documentName('work_item', old.id)
  expect(await sql('select name from documents where name = $1', [name])).toEqual([])
})

describe.each(['project', 'workspace'] as const)('pages of the %s', (where) => {
  type Name = 'listTrashedPages' | 'createPage' | 'deletePage' | 'restorePage' | 'purgePage'
  const call = <One extends Name>(name: One) =>
    (where === 'project' ? name : (toWorkspaceCallName(name) as string)) as One
  const at = (page: Item) => ({ ...place, page_id: page.id })
  const makePage = (name: string, more: object = {}, who = atlas.cast.max) =>
    who.call(call('createPage'), { params: place, body: { name, ...more } })
  const drop = (page: Item, who = atlas.cast.max) => who.call(call('deletePage'), { params: at(page) })
  const trashed = async (who = atlas.cast.max, query: Record<string, string> = {}) =>
    (await who.call(call('listTrashedPages'), { params: place, query })).results
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const agePage = ({ id }: Item, days: number) =>
    sql('update pages set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days])

  // All tests share the workspace, so earlier pages must not affect the next test.
  beforeEach(() => sql("update pages set deleted_at = now() - interval '40 days'", []))

  test('the trash lists deleted pages that the user can see, newest first', async () => {
    const { ann, max, gus } = atlas.cast
    const [first, own] = [await makePage('First'), await makePage('Private', { access: 1 })]
    expect(await trashed()).toEqual([])
    await drop(first, ann)
    await drop(own)
    expect(await trashed()).toMatchObject([
      { name: 'Private', deleted_by: max.id, owned_by: max.id },
      { name: 'First', deleted_by: ann.id, owned_by: max.id },
    ])
    expect(names(await trashed(ann))).toEqual(['First'])
    expect(names(await trashed(max, { page_id: first.id }))).toEqual(['First'])
    expect(names(await trashed(max, { per_page: '1', cursor: '1:1:0' }))).toEqual(['First'])
    // Guests of the workspace may list the trash, because pages can be shared with them, but it contains nothing for them.
    if (where === 'workspace') expect(await trashed(gus)).toEqual([])
    else await gus.refused('listTrashedPages', { params: place, query: {} })
    const other = await atlas.makeProject(
      `Other ${made} ${where}`,
      `O${where === 'project' ? 'P' : 'W'}${made}`,
    )
    expect((await ann.call('listTrashedPages', { params: other, query: {} })).results).toEqual([])
  })

  test('a page is restored with its text and sub-pages within 30 days', async () => {
    const page = await makePage('Plan', { description_html: '<p>Kept</p>' })
    const below = await makePage('Part', { parent: page.id })
    await drop(page)
    await agePage(page, trashDays - 1)
    expect(names(await trashed())).toEqual(['Plan'])
    await atlas.cast.max.call(call('restorePage'), { params: at(page) })
    expect(await trashed()).toEqual([])
    const [row] = await sql('select parent, description_html from pages where id = $1', [below.id])
    expect(row).toMatchObject({ parent: page.id })
    await drop(page)
    await agePage(page, trashDays + 1)
    expect(await trashed()).toEqual([])
    expect(await atlas.cast.max.refused(call('restorePage'), { params: at(page) })).toMatchObject({
      status: 404,
    })
  })

  test('only the owner or an admin purges a page', async () => {
    const { ann, max } = atlas.cast
    const page = await makePage('Secret plan', { description_html: '<p>Gone soon</p>' }, ann)
    await ann.call(call('purgePage'), { params: at(page) })
    expect(await sql('select id from pages where id = $1', [page.id])).toHaveLength(1)
    await drop(page, ann)
    expect(await max.refused(call('purgePage'), { params: at(page) })).toMatchObject({ status: 403 })
    expect(names(await trashed(max))).toEqual(['Secret plan'])
    await ann.call(call('purgePage'), { params: at(page) })
    expect(await trashed(ann)).toEqual([])
    expect(await sql('select id from pages where id = $1', [page.id])).toEqual([])
    const name = documentName('page', page.id)
    expect(await sql('select name from document_updates where name = $1', [name])).toEqual([])
  })

  test('the audit log records who deleted and restored a page, without private names', async () => {
    const { ann, max } = atlas.cast
    const [shared, own] = [await makePage('Shared'), await makePage('Private', { access: 1 })]
    await drop(shared)
    await drop(own)
    await max.call(call('restorePage'), { params: at(own) })
    await max.call(call('purgePage'), { params: at(shared) })
    const { results } = await ann.call('listAuditRecords', { params: { slug: place.slug }, query: {} })
    const mine = results.filter(({ target }) => target === shared.id || target === own.id)
    expect(
      mine.map(({ action, actor, target_name, project }) => ({ action, actor, target_name, project })),
    ).toEqual(
      [
        { action: 'page.purged', target_name: 'Shared' },
        { action: 'page.restored', target_name: null },
        { action: 'page.deleted', target_name: null },
        { action: 'page.deleted', target_name: 'Shared' },
      ].map((record) => ({
        ...record,
        actor: max.id,
        project: where === 'project' ? place.project_id : null,
      })),
    )
  })

  test('long deleted pages are purged every hour', async () => {
    const [old, recent] = [await makePage('Old'), await makePage('Recent')]
    await drop(old)
    await drop(recent)
    await agePage(old, 61)
    const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
    await deleteExpiredRows(orm)
    await orm.close(true)
    expect(await sql('select id from pages where id = any($1)', [[old.id, recent.id]])).toEqual([
      { id: recent.id },
    ])
  })
})
