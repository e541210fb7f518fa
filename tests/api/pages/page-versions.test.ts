import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { versionsLimit } from '#common/documents/versions/rules.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterEach(closeClients)
afterAll(() => atlas.close())

type Page = { id: string; project_ids: string[] }

const make = (
  text: string,
  more: object = {},
  who = atlas.cast.max,
  params: ProjectPathParams = atlas.params,
) => who.call('createPage', { params, body: { name: 'Plan', description_html: `<p>${text}</p>`, ...more } })
const at = ({ id, project_ids: [project_id = ''] }: Page) => ({ ...atlas.params, project_id, page_id: id })
const write = (page: Page, text: string, who = atlas.cast.max) =>
  who.call('updatePageDescription', { params: at(page), body: { description_html: `<p>${text}</p>` } })
const list = (page: Page, who = atlas.cast.max) => who.call('listPageVersions', { params: at(page) })
const read = (page: Page, version_id = '', who = atlas.cast.max) =>
  who.call('getPageVersion', { params: { ...at(page), version_id } })
const restore = (page: Page, version_id = '', who = atlas.cast.max, since?: string) =>
  who.call('restorePageVersion', {
    params: { ...at(page), version_id },
    query: since === undefined ? {} : { while: since },
  })
const refusedRestore = async (page: Page, version_id = '', who = atlas.cast.max) =>
  await atlas.changingNothing(() =>
    who.refused('restorePageVersion', { params: { ...at(page), version_id } }),
  )
/** Returns the texts of all versions, newest first. */
const texts = async (page: Page) =>
  Promise.all((await list(page)).map(async ({ id }) => (await read(page, id)).description_stripped))
const text = async (page: Page) =>
  (await atlas.cast.max.call('getPage', { params: at(page) })).description_html
const sql = (statement: string, values: unknown[]) => runSql(atlas.server.databaseUrl, statement, values)
/** Makes all versions of the page older by this number of minutes. */
const minutesPass = (page: Page, minutes: number) =>
  sql(
    `update page_versions set last_saved_at = last_saved_at - $2 * interval '1 minute',
      updated_at = updated_at - $2 * interval '1 minute' where page_id = $1`,
    [page.id, minutes],
  )

async function readable(page: Page, who: ApiClient): Promise<number[]> {
  const [version] = await sql('select id from page_versions where page_id = $1', [page.id])
  const params = { ...at(page), version_id: String(version?.['id']) }
  return [
    (await who.refused('listPageVersions', { params: at(page) })).status,
    (await who.refused('getPageVersion', { params })).status,
    (await who.refused('restorePageVersion', { params })).status,
  ]
}

describe('a version of a page', () => {
  test('is what one person wrote in one go, and the last is the present one', async () => {
    const { ann, max } = atlas.cast
    const page = await make('One', {}, ann)
    await write(page, 'One two', max)
    await write(page, 'One two three', max)
    const [last, first, ...none] = await list(page)
    expect(none).toEqual([])
    expect(last).toMatchObject({ owned_by: max.id, editor_ids: [max.id], page: page.id, restored_from: null })
    expect(first).toMatchObject({ owned_by: ann.id, editor_ids: [ann.id], page_id: page.id })
    expect(await texts(page)).toEqual(['One two three', 'One'])
    await minutesPass(page, 11)
    await write(page, 'Later', max)
    expect(await texts(page)).toEqual(['Later', 'One two three', 'One'])
  })

  test('does not change with the title or an equal text', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Same', {}, ann)
    const before = await list(page)
    await max.call('updatePage', { params: at(page), body: { name: 'Renamed' } })
    await write(page, 'Same', max)
    expect(await list(page)).toEqual(before)
    expect(await list(await make('', { description_html: '' }))).toEqual([])
  })

  test('names all people who typed together', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Begun', {}, ann)
    await minutesPass(page, 20)
    const name = documentName('page', page.id)
    const [anns, maxs] = [
      openDocumentClient(atlas.server.url, ann, name),
      openDocumentClient(atlas.server.url, max, name),
    ]
    await Promise.all([anns.synced(), maxs.synced()])
    anns.type('by Ann')
    maxs.type('by Max')
    await Promise.all([anns.saved(), maxs.saved()])
    await pollUntilTrue(async () => (await list(page)).length === 2, 'what they typed is stored')
    const [last] = await list(page)
    await pollUntilTrue(async () => (await list(page))[0]?.editor_ids.length === 2, 'both are said')
    expect(last?.page_id).toBe(page.id)
    expect((await texts(page))[1]).toBe('Begun')
  })

  test('returns its text in all or the requested formats', async () => {
    const page = await make('Two <strong>bold</strong> words')
    const [{ id } = { id: '' }] = await list(page)
    const whole = await read(page, id)
    expect(whole).toMatchObject({
      description_stripped: 'Two bold words',
      description_json: { type: 'doc' },
    })
    expect(whole.description_html).toContain('<strong>bold</strong>')
    expect(whole.description_binary).not.toBe('')
    const narrow = await atlas.cast.max.call('getPageVersion', {
      params: { ...at(page), version_id: id },
      query: { fields: 'id,description_html' },
    })
    expect(narrow).toEqual({ id, description_html: whole.description_html })
  })

  test('is stored for the newest twenty only', async () => {
    const page = await make('Version 0')
    for (let at = 1; at < versionsLimit + 3; at++) {
      await minutesPass(page, 30)
      await write(page, `Version ${at}`)
    }
    const all = await texts(page)
    expect(all).toHaveLength(versionsLimit)
    expect([all[0], all.at(-1)]).toEqual([`Version ${versionsLimit + 2}`, 'Version 3'])
  })

  test('holds the text from before there were versions', async () => {
    const page = await make('', { description_html: '' })
    await sql(
      `update pages set description_html = '<p>Seeded</p>', description_stripped = 'Seeded' where id = $1`,
      [page.id],
    )
    await write(page, 'Written')
    expect(await texts(page)).toEqual(['Written', 'Seeded'])
    expect((await list(page))[1]).toMatchObject({ owned_by: null, editor_ids: [] })
  })
})

describe('the name of a version', () => {
  const name = (page: Page, version_id = '', value: string | null = 'Sent to Acme', who = atlas.cast.max) =>
    who.call('updatePageVersion', { params: { ...at(page), version_id }, body: { name: value } })

  test('preserves the version: later edits do not change it, and the cleanup does not delete it', async () => {
    const page = await make('Named')
    const [first] = await list(page)
    const changes = await atlas.changes(() => name(page, first?.id))
    expect(changes).toMatchObject([
      { entity: 'page_versions', id: first?.id, fields: { name: 'Sent to Acme' } },
    ])
    for (let at = 0; at < versionsLimit + 2; at++) {
      await write(page, `Edit ${at}`)
      await minutesPass(page, 20)
    }
    const versions = await list(page)
    expect(versions).toHaveLength(versionsLimit + 1)
    expect(versions.at(-1)).toMatchObject({ id: first?.id, name: 'Sent to Acme' })
    expect((await read(page, first?.id)).description_stripped).toBe('Named')
    expect(await name(page, first?.id, null)).toMatchObject({ name: null })
    await write(page, 'After')
    expect((await list(page)).map(({ id }) => id)).toContain(first?.id)
    expect(await name(page, first?.id)).toMatchObject({ name: 'Sent to Acme' })
    await name(page, first?.id, null)
    await minutesPass(page, 24 * 60)
    await write(page, 'A day later')
    expect((await list(page)).map(({ id }) => id)).not.toContain(first?.id)
  })

  test('is rejected if it is empty, and for locked, invisible and other pages', async () => {
    const { ann, max, gus, eve } = atlas.cast
    const page = await make('Old')
    const other = await make('Other')
    const [version] = await list(page)
    const refused = (who: ApiClient, of: Page, value: string, version_id = version?.id ?? '') =>
      who.refused('updatePageVersion', { params: { ...at(of), version_id }, body: { name: value } })
    await ann.call('lockPage', { params: at(other) })
    const [lockedVersion] = await list(other)
    await atlas.changingNothing(async () => {
      expect(await refused(max, page, '')).toMatchObject({ status: 400 })
      expect(await refused(max, page, 'x'.repeat(121))).toMatchObject({ status: 400 })
      expect(await refused(gus, page, 'Mine')).toMatchObject({ status: 404 })
      expect(await refused(eve, page, 'Mine')).toMatchObject({ status: 404 })
      expect(await refused(max, other, 'Mine', lockedVersion?.id)).toMatchObject({ error: 'Page is locked' })
      expect(await refused(max, other, 'Mine')).toMatchObject({ status: 400 })
    })
  })
})

describe('bringing back', () => {
  test('shows in open editors, creates a version and can be undone', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Old', {}, ann)
    await minutesPass(page, 20)
    await write(page, 'New')
    const editor = openDocumentClient(atlas.server.url, ann, documentName('page', page.id))
    await editor.synced()
    const [newer, old] = await list(page)
    const back = await restore(page, old?.id)
    expect(back).toMatchObject({ owned_by: max.id, restored_from: old?.last_saved_at })
    await pollUntilTrue(() => editor.text() === 'Old', 'the open editor has the old text')
    expect(await text(page)).toContain('Old')
    await restore(page, newer?.id, max, old?.last_saved_at)
    await pollUntilTrue(() => editor.text() === 'New', 'the open editor has the new text again')
    expect(await texts(page)).toEqual(['New', 'Old', 'New', 'Old'])
  })

  test('is not undone over what was written since', async () => {
    const page = await make('Old')
    await minutesPass(page, 20)
    await write(page, 'New')
    const [newer, old] = await list(page)
    await restore(page, old?.id)
    await write(page, 'Newer', atlas.cast.ann)
    await write(page, 'Newest', atlas.cast.max)
    const undo = {
      params: { ...at(page), version_id: newer?.id ?? '' },
      query: { while: old?.last_saved_at ?? '' },
    }
    expect(
      await atlas.changingNothing(() => atlas.cast.max.refused('restorePageVersion', undo)),
    ).toMatchObject({ status: 409 })
    expect(await text(page)).toContain('Newest')
  })

  test('is rejected for locked, archived and other pages', async () => {
    const { max } = atlas.cast
    const page = await make('Old')
    await minutesPass(page, 20)
    await write(page, 'New')
    const [, old] = await list(page)
    const other = await make('Other')
    expect(await refusedRestore(other, old?.id)).toMatchObject({ status: 404 })
    await max.call('lockPage', { params: at(page) })
    expect(await refusedRestore(page, old?.id)).toMatchObject({ status: 400, error: 'Page is locked' })
    expect(await texts(page)).toEqual(['New', 'Old'])
    await max.call('unlockPage', { params: at(page) })
    await max.call('archivePage', { params: at(page) })
    expect(await refusedRestore(page, old?.id)).toMatchObject({ status: 400, error: 'Page is archived' })
    expect(await texts(page)).toEqual(['New', 'Old'])
    await max.call('unarchivePage', { params: at(page) })
    expect(await restore(page, old?.id)).toMatchObject({ owned_by: max.id })
  })
})

describe('versions of pages are seen', () => {
  test('by everybody who sees the page and nobody else', async () => {
    const { ann, gus, eve } = atlas.cast
    const page = await make('Shared')
    expect(await readable(page, gus)).toEqual([404, 404, 404])
    expect(await readable(page, eve)).toEqual([404, 404, 404])
    const own = await make('Private', { access: 1 })
    expect(await readable(own, ann)).toEqual([404, 404, 404])
    expect(await texts(own)).toEqual(['Private'])
  })

  test('by a guest who sees everything but cannot restore', async () => {
    const { ann, gus } = atlas.cast
    const params = await atlas.makeProject('Open', 'OPEN')
    await ann.call('updateProject', { params, body: { guest_view_all_features: true } })
    await ann.call('addProjectMembers', {
      params,
      body: { members: [{ member_id: gus.id, role: role.guest }] },
    })
    const page = await make('Open', {}, ann, params)
    const [version] = await list(page, gus)
    expect(await read(page, version?.id, gus)).toMatchObject({ description_stripped: 'Open' })
    expect(await refusedRestore(page, version?.id, gus)).toMatchObject({ status: 403 })
  })

  test('live and without text by everybody who sees the page', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Old', {}, ann)
    const project = `project:${atlas.params.project_id}`
    const creator = `creator:${atlas.params.project_id}:${ann.id}`
    const written = await atlas.changes(() => write(page, 'New', max))
    const told = written.find(({ entity }) => entity === 'page_versions')
    expect(told).toMatchObject({
      op: 'create',
      audience: [project, creator],
      fields: { page_id: page.id, owned_by: max.id },
    })
    expect(JSON.stringify(told?.fields)).not.toMatch(/New|page_owned_by|project_ids/)
    const hidden = await atlas.changes(() =>
      ann.call('setPageAccess', { params: at(page), body: { access: 1 } }),
    )
    const ofVersions = hidden.filter(({ entity }) => entity === 'page_versions')
    expect(ofVersions.map(({ audience, left_audience }) => [audience, left_audience])).toEqual([
      [[creator], [project]],
      [[creator], [project]],
    ])
    const shared = await atlas.changes(() =>
      ann.call('updatePage', { params: at(page), body: { access: 0 } }),
    )
    const again = shared.filter(({ entity }) => entity === 'page_versions')
    expect(again.map(({ fields }) => String(fields['editor_ids'])).toSorted()).toEqual(
      [ann.id, max.id].toSorted(),
    )
  })

  test('in the project that the page has moved to', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Moves', {}, ann)
    const there = await atlas.makeProject('Elsewhere', 'ELSE')
    const before = await list(page, ann)
    const moved = await atlas.changes(() =>
      ann.call('movePage', { params: at(page), body: { new_project_id: there.project_id } }),
    )
    expect(moved.find(({ entity }) => entity === 'page_versions')).toMatchObject({
      audience: [`project:${there.project_id}`, `creator:${there.project_id}:${ann.id}`],
      left_audience: [`project:${atlas.params.project_id}`, `creator:${atlas.params.project_id}:${ann.id}`],
    })
    expect(await list({ ...page, project_ids: [there.project_id] }, ann)).toEqual(before)
    expect(await max.refused('listPageVersions', { params: at(page) })).toMatchObject({ status: 404 })
  })

  test('no longer when their page is gone', async () => {
    const page = await make('Purged')
    await atlas.cast.max.call('deletePage', { params: at(page) })
    expect(await readable(page, atlas.cast.max)).toEqual([404, 404, 404])
    await sql('delete from pages where id = $1', [page.id])
    expect(await sql('select id from page_versions where page_id = $1', [page.id])).toEqual([])
  })
})
