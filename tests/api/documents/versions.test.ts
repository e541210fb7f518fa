import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { versionsLimit } from '#common/documents/versions/rules.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterEach(closeClients)
afterAll(() => atlas.close())

type Item = { id: string; project_id: string }

const at = (item: Item) => ({ ...atlas.params, project_id: item.project_id, id: item.id })
const write = (item: Item, text: string, who = atlas.cast.max) =>
  who.call('updateWorkItem', { params: at(item), body: { description_html: `<p>${text}</p>` } })
const list = async (item: Item, who = atlas.cast.max) =>
  (await who.call('listDescriptionVersions', { params: at(item) })).results
const read = (item: Item, version_id = '', who = atlas.cast.max) =>
  who.call('getDescriptionVersion', { params: { ...at(item), version_id } })
const restore = (item: Item, version_id = '', who = atlas.cast.max) =>
  who.call('restoreDescriptionVersion', { params: { ...at(item), version_id } })
/** Returns the texts of all versions, newest first. */
const texts = async (item: Item) =>
  Promise.all(
    (await list(item)).map(async ({ id }) => (await read(item, id)).description_stripped.replace('\n', ' ')),
  )
const description = async (item: Item) =>
  (await atlas.cast.max.call('getWorkItem', { params: at(item) })).description_html

/** Makes all versions of the item older by this number of minutes. */
const minutesPass = (item: Item, minutes: number, column: 'last_saved_at' | 'created_at' = 'last_saved_at') =>
  runSql(
    atlas.server.databaseUrl,
    `update description_versions set ${column} = ${column} - $2 * interval '1 minute' where issue_id = $1`,
    [item.id, minutes],
  )

describe('a version of a description', () => {
  test('is what one person wrote in one go, and the last is the present one', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Spells', { description_html: '<p>One</p>' }, ann)
    await write(item, 'One two', max)
    await write(item, 'One two three', max)
    const [last, first, ...none] = await list(item)
    expect(none).toEqual([])
    expect(last).toMatchObject({
      owned_by: max.id,
      editor_ids: [max.id],
      issue: item.id,
      restored_from: null,
    })
    expect(first).toMatchObject({ owned_by: ann.id, editor_ids: [ann.id], issue_id: item.id })
    expect(await texts(item)).toEqual(['One two three', 'One'])
  })

  test('ends with a pause, and after an hour without one', async () => {
    const item = await atlas.make('Pauses')
    await write(item, 'a')
    await minutesPass(item, 9)
    await write(item, 'b')
    expect(await texts(item)).toEqual(['b'])
    await minutesPass(item, 11)
    await write(item, 'c')
    expect(await texts(item)).toEqual(['c', 'b'])
    await minutesPass(item, 61, 'created_at')
    await write(item, 'd')
    expect(await texts(item)).toEqual(['d', 'c', 'b'])
  })

  test('is none of an item without a text, nor of a text that stays the same', async () => {
    const item = await atlas.make('Empty')
    expect(await list(item)).toEqual([])
    await write(item, 'Same', atlas.cast.ann)
    const before = await list(item)
    await atlas.cast.max.call('updateWorkItem', { params: at(item), body: { name: 'Renamed' } })
    await write(item, 'Same', atlas.cast.max)
    expect(await list(item)).toEqual(before)
  })

  test('holds the text from before there were versions, which nobody is said to have written', async () => {
    const item = await atlas.make('Seeded')
    await runSql(
      atlas.server.databaseUrl,
      `update work_items set description_html = '<p>Seeded</p>', description_stripped = 'Seeded' where id = $1`,
      [item.id],
    )
    await write(item, 'Written')
    expect(await texts(item)).toEqual(['Written', 'Seeded'])
    expect((await list(item))[1]).toMatchObject({ owned_by: null, editor_ids: [] })
  })

  test('is kept where the text is emptied', async () => {
    const item = await atlas.make('Emptied', { description_html: '<p>Full</p>' }, atlas.cast.ann)
    await write(item, '', atlas.cast.max)
    await write(item, 'Again', atlas.cast.ann)
    expect(await texts(item)).toEqual(['Again', '', 'Full'])
  })

  test('says its text in every form, of a long text only what is cheap', async () => {
    const item = await atlas.make('Forms', { description_html: '<p>Two <strong>bold</strong> words</p>' })
    const [{ id } = { id: '' }] = await list(item)
    const whole = await read(item, id)
    expect(whole.description_html).toContain('<strong>bold</strong>')
    expect(whole.description_stripped).toBe('Two bold words')
    expect(whole.description_json).toMatchObject({ type: 'doc' })
    const binary = whole.description_binary ?? ''
    const copy = await atlas.make('Copy')
    await atlas.cast.max.call('updateWorkItem', {
      params: at(copy),
      body: { description_binary: binary },
    })
    expect(await description(copy)).toBe(whole.description_html)
    const params = { ...at(item), version_id: id }
    const narrow = await atlas.cast.max.call('getDescriptionVersion', {
      params,
      query: { fields: 'id,description_html' },
    })
    expect(narrow).toEqual({ id, description_html: whole.description_html })
    await write(item, 'long '.repeat(20_000))
    const [long] = await list(item)
    expect(await read(item, long?.id)).toMatchObject({ description_json: null, description_binary: null })
  })

  test('is kept of the newest twenty, by pages', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Many')
    for (let at = 0; at < versionsLimit + 3; at++) {
      await write(item, `Version ${at}`)
      await minutesPass(item, 30)
    }
    const all = await texts(item)
    expect(all).toHaveLength(versionsLimit)
    expect([all[0], all.at(-1)]).toEqual([`Version ${versionsLimit + 2}`, 'Version 3'])
    const [{ left } = { left: 0 }] = await runSql<{ left: number }>(
      atlas.server.databaseUrl,
      `select count(*)::int as left from description_version_texts t join description_versions v on v.id = version_id
      where issue_id = $1`,
      [item.id],
    )
    expect(left).toBe(versionsLimit - 1)
    const page = (cursor: string) =>
      max.call('listDescriptionVersions', { params: at(item), query: { cursor } })
    const last = await page('15:1:0')
    expect(last).toMatchObject({
      prev_cursor: expect.stringMatching(/^15:0:1:/),
      cursor: '15:1:0',
      next_cursor: null,
      prev_page_results: true,
      next_page_results: false,
      page_count: 5,
      total_results: versionsLimit,
      total_pages: 2,
    })
    expect(await page('15:0:0')).toMatchObject({
      prev_cursor: null,
      next_cursor: expect.stringMatching(/^15:1:0:/),
      page_count: 15,
    })
    expect(last.results.map(({ id }) => id)).toEqual((await list(item)).slice(15).map(({ id }) => id))
  })
})

describe('who types together', () => {
  const editor = async (item: Item, who: { cookie: string }) => {
    const open = openDocumentClient(atlas.server.url, who, documentName('work_item', item.id))
    await open.synced()
    return open
  }

  test('has one version, which says who they are', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Together')
    const [anns, maxes] = [await editor(item, ann), await editor(item, max)]
    anns.type('Hello')
    await anns.saved()
    maxes.type('world')
    await maxes.saved()
    await pollUntilTrue(async () => (await list(item)).length > 0)
    expect(await texts(item)).toEqual(['Hello world'])
    expect(await list(item)).toMatchObject([{ owned_by: ann.id, editor_ids: [ann.id, max.id] }])
  })

  test('loses nothing to whoever writes a whole text before it was stored', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Typed', { description_html: '<p>Begun</p>' }, max)
    const open = await editor(item, ann)
    open.type('by Ann')
    await open.saved()
    const [first] = await list(item)
    await restore(item, first?.id, max)
    expect(await texts(item)).toEqual(['Begun', 'Begun by Ann', 'Begun'])
    expect(await list(item)).toMatchObject([
      { owned_by: max.id, restored_from: first?.last_saved_at },
      { owned_by: ann.id, editor_ids: [ann.id] },
      { owned_by: max.id },
    ])
    await pollUntilTrue(() => open.text() === 'Begun')
  })
})

describe('bringing back a version', () => {
  test('fails nobody while others type and write', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Stormy', { description_html: '<p>Old</p>' }, max)
    await minutesPass(item, 20)
    await write(item, 'New')
    const versions = await list(item)
    const open = openDocumentClient(atlas.server.url, ann, documentName('work_item', item.id))
    await open.synced()
    const calls: Promise<unknown>[] = []
    for (let round = 0; round < 20; round++) {
      open.type(`typed ${round}`)
      calls.push(restore(item, versions[round % 2]?.id, ann), write(item, `Written ${round}`))
      if (round % 4 === 0)
        calls.push(max.call('createComment', { params: at(item), body: { comment_html: '<p>Well</p>' } }))
      await wait(5)
    }
    const reasons = (await Promise.allSettled(calls)).flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    )
    // Only the last twenty versions are stored, so the version to restore may have been deleted meanwhile.
    expect(reasons.filter((reason) => !reason.includes('Version not found'))).toEqual([])
  })

  test('is not undone over what was written since', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Since', { description_html: '<p>Old</p>' }, max)
    await minutesPass(item, 20)
    await write(item, 'New')
    const [newer, old] = await list(item)
    await restore(item, old?.id)
    const params = { ...at(item), version_id: newer?.id ?? '' }
    const undo = { params, query: { while: old?.last_saved_at ?? '' } }
    const open = openDocumentClient(atlas.server.url, ann, documentName('work_item', item.id))
    await open.synced()
    open.type('and more')
    await open.saved()
    expect(await max.refused('restoreDescriptionVersion', undo)).toMatchObject({ status: 409 })
    await pollUntilTrue(async () => (await description(item)).includes('and more'))
    await restore(item, old?.id)
    expect(await max.call('restoreDescriptionVersion', undo)).toMatchObject({
      restored_from: newer?.last_saved_at,
    })
    expect(await description(item)).toContain('New')
  })

  test('is a version of its own, and undone by bringing back the one before', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Back', { description_html: '<p>Old</p>' }, max)
    await minutesPass(item, 20)
    await write(item, 'New')
    const [newer, old] = await list(item)
    const back = await restore(item, old?.id)
    expect(back).toMatchObject({ owned_by: max.id, restored_from: old?.last_saved_at })
    expect(await description(item)).toContain('Old')
    await restore(item, newer?.id)
    expect(await texts(item)).toEqual(['New', 'Old', 'New', 'Old'])
    await write(item, 'Newer')
    expect(await texts(item)).toEqual(['Newer', 'New', 'Old', 'New', 'Old'])
  })

  test('takes the place of the text whatever was read before, and changes nothing where that is the same', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Replaced', { description_html: '<p>Old</p>' }, ann)
    const [old] = await list(item)
    await description(item)
    await minutesPass(item, 20)
    await write(item, 'By Ann', ann)
    await restore(item, old?.id, max)
    expect(await description(item)).toMatch(/^<p[^>]*>Old<\/p>$/)
    const versions = await list(item)
    await restore(item, old?.id, max)
    expect(await list(item)).toEqual(versions)
  })

  test('is refused of an item in the archive and of another item', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Done', {
      state_id: atlas.states['completed'],
      description_html: '<p>Old</p>',
    })
    const other = await atlas.make('Other')
    const [version] = await list(item)
    const version_id = version?.id ?? ''
    await atlas.changingNothing(async () => {
      const there = { ...at(other), version_id }
      expect(await max.refused('restoreDescriptionVersion', { params: there })).toMatchObject({ status: 404 })
      expect(await max.refused('getDescriptionVersion', { params: there })).toMatchObject({ status: 404 })
    })
    await max.call('archiveWorkItem', { params: at(item) })
    const params = { ...at(item), version_id }
    expect(await max.refused('restoreDescriptionVersion', { params })).toMatchObject({ status: 403 })
    expect((await read(item, version_id)).description_stripped).toBe('Old')
  })
})

describe('versions are seen', () => {
  test('by a guest of their own items alone, who may bring them back', async () => {
    const { ann, gus } = atlas.cast
    const item = await atlas.make('Anns', { description_html: '<p>Secret</p>' }, ann)
    const [version] = await list(item)
    const version_id = version?.id ?? ''
    const calls = async (who: typeof gus) => [
      (await who.refused('listDescriptionVersions', { params: at(item) })).status,
      (await who.refused('getDescriptionVersion', { params: { ...at(item), version_id } })).status,
      (await who.refused('restoreDescriptionVersion', { params: { ...at(item), version_id } })).status,
    ]
    expect(await calls(gus)).toEqual([404, 404, 404])
    expect(await calls(atlas.cast.eve)).toEqual([404, 404, 404])
    const own = await atlas.make('Own', { description_html: '<p>His</p>' }, ann)
    await atlas.give(own, gus)
    const [his] = await list(own, gus)
    expect(await read(own, his?.id, gus)).toMatchObject({ description_stripped: 'His' })
    await minutesPass(own, 20)
    await write(own, 'Changed', ann)
    expect(await restore(own, his?.id, gus)).toMatchObject({ owned_by: gus.id })
  })

  test('by a guest who sees everything, who may not bring back what is not theirs', async () => {
    const { ann, gus } = atlas.cast
    const params = await atlas.makeProject('Open', 'OPEN')
    await ann.call('updateProject', { params, body: { guest_view_all_features: true } })
    await ann.call('addProjectMembers', {
      params,
      body: { members: [{ member_id: gus.id, role: role.guest }] },
    })
    const item = await atlas.make('Open', { description_html: '<p>Open</p>' }, ann, params)
    const [version] = await list(item, gus)
    expect(await read(item, version?.id, gus)).toMatchObject({ description_stripped: 'Open' })
    const there = { ...at(item), version_id: version?.id ?? '' }
    expect(await gus.refused('restoreDescriptionVersion', { params: there })).toMatchObject({ status: 403 })
  })

  test('live, without their text, and go with their item to another project', async () => {
    const { ann, max } = atlas.cast
    const item = await atlas.make('Moves', { description_html: '<p>Old</p>' }, ann)
    const changes = await atlas.changes(() => write(item, 'New', max))
    const told = changes.find(({ entity }) => entity === 'description_versions')
    expect(told).toMatchObject({
      op: 'create',
      audience: [`project:${item.project_id}`, `creator:${item.project_id}:${ann.id}`],
      fields: { issue_id: item.id, owned_by: max.id },
    })
    expect(JSON.stringify(told?.fields)).not.toMatch(/New|issue_created_by/)
    const there = await atlas.makeProject('Elsewhere', 'ELSE')
    const before = await list(item, ann)
    const moved = await atlas.changes(() =>
      ann.call('moveWorkItems', {
        params: atlas.params,
        body: { issue_ids: [item.id], new_project_id: there.project_id },
      }),
    )
    const along = moved.filter(({ entity }) => entity === 'description_versions')
    // One statement changed all these versions, so the order of their changes is undefined and the test sorts
    // them.
    expect(along.map(({ fields }) => String(fields['editor_ids'])).toSorted()).toEqual(
      [ann.id, max.id].toSorted(),
    )
    const after = await list({ ...item, ...there }, ann)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]?.project_id).toBe(there.project_id)
    expect(await max.refused('listDescriptionVersions', { params: at(item) })).toMatchObject({ status: 404 })
  })

  test('no longer when their item is gone', async () => {
    const item = await atlas.make('Purged', { description_html: '<p>Old</p>' }, atlas.cast.ann)
    await write(item, 'New')
    await runSql(atlas.server.databaseUrl, 'delete from work_items where id = $1', [item.id])
    const rows = await runSql(
      atlas.server.databaseUrl,
      'select id from description_versions where issue_id = $1',
      [item.id],
    )
    expect(rows).toEqual([])
  })
})
