import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { maxCopiedSubPages } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { findDescendantPages, maxPageLevels } from '#common/pages/pages/tree.ts'
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

const make = (
  name: string,
  more: object = {},
  who: ApiClient = atlas.cast.max,
  where: ProjectPathParams = atlas.params,
) => who.call('createPage', { params: where, body: { name, ...more } })
const at = (page: { id: string }, where: ProjectPathParams = atlas.params) => ({ ...where, page_id: page.id })
const put = (page: { id: string }, parent: string | null, who = atlas.cast.max) =>
  who.call('updatePage', { params: at(page), body: { parent } })
const refusedPut = (page: { id: string }, parent: string, who = atlas.cast.max) =>
  atlas.changingNothing(() => who.refused('updatePage', { params: at(page), body: { parent } }))
const read = (page: { id: string }, who = atlas.cast.max) => who.call('getPage', { params: at(page) })
const archive = (page: { id: string }, who = atlas.cast.max) => who.call('archivePage', { params: at(page) })
const unarchive = (page: { id: string }, who = atlas.cast.max) =>
  who.call('unarchivePage', { params: at(page) })
const ids = (rows: PageResponse[]) => rows.map((row) => row.id)
const listed = async (who = atlas.cast.max, where = atlas.params) =>
  ids(await who.call('listPages', { params: where, query: { archived: 'false' } }))
const inArchive = async (who = atlas.cast.max) =>
  ids(await who.call('listArchivedPages', { params: atlas.params }))

/** Creates a page with a sub-page, which has a sub-page too. */
async function family(who = atlas.cast.max) {
  const top = await make('Top', {}, who)
  const middle = await make('Middle', { parent: top.id }, who)
  const low = await make('Low', { parent: middle.id }, who)
  return { top, middle, low }
}

describe('the tree of pages', () => {
  test('takes a new page below another and before its siblings', async () => {
    const top = await make('Top')
    const first = await make('First', { parent: top.id })
    const second = await make('Second', { parent: top.id })
    expect([first.parent, second.parent]).toEqual([top.id, top.id])
    expect(second.sort_order).toBeLessThan(first.sort_order)
  })

  test('moves a page with a single change', async () => {
    const [page, parent] = [await make('Moved'), await make('Parent')]
    const changes = await atlas.changes(() => put(page, parent.id))
    expect(changes).toMatchObject([{ op: 'update', id: page.id, fields: { parent: parent.id } }])
    expect(await put(page, null)).toMatchObject({ parent: null })
  })

  test('has no cycles, even after concurrent moves', async () => {
    const { top, middle, low } = await family()
    expect(await refusedPut(top, low.id)).toMatchObject({ status: 400, code: 'invalid' })
    expect(await refusedPut(top, top.id)).toMatchObject({ status: 400 })
    const [one, other] = [await make('One'), await make('Other')]
    const results = await Promise.allSettled([put(one, other.id), put(other, one.id)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await read(middle)).parent).toBe(top.id)
  })

  test('has a maximum depth', async () => {
    let parent: string | null = null
    for (let level = 0; level < maxPageLevels; level++) parent = (await make(`Level ${level}`, { parent })).id
    const refusal = await atlas.changingNothing(() =>
      atlas.cast.max.refused('createPage', { params: atlas.params, body: { name: 'Deeper', parent } }),
    )
    expect(Object.keys(refusal.fields ?? {})).toEqual(['parent'])
    const { top } = await family()
    const eighth = (await read({ id: parent ?? '' })).parent ?? ''
    expect(await refusedPut(top, eighth)).toMatchObject({ status: 400 })
  })

  test('security 1: rejects parents of another project', async () => {
    const elsewhere = await atlas.makeProject('Elsewhere', 'ELS')
    const other = await make('Elsewhere', {}, atlas.cast.ann, elsewhere)
    const foreign = await atlas.cast.eve.call('createPage', { params: atlas.eves, body: { name: 'Foreign' } })
    const page = await make('Here')
    for (const { id } of [other, foreign]) expect(await refusedPut(page, id)).toMatchObject({ status: 400 })
  })

  test('rejects a shared page below a private one', async () => {
    const mine = await make('Mine', { access: 1 })
    const shared = await make('Shared')
    expect(await refusedPut(shared, mine.id)).toMatchObject({ status: 400 })
    expect(await refusedPut(await make('Of Ann', {}, atlas.cast.ann), mine.id, atlas.cast.ann)).toMatchObject(
      {
        status: 400,
      },
    )
    expect(await put(mine, shared.id)).toMatchObject({ parent: shared.id, access: 1 })
    const begun = await make('Begun below', { parent: mine.id })
    expect(begun.access).toBe(1)
    await expect(read(begun, atlas.cast.ann)).rejects.toThrow()
  })

  test('cannot be changed by guests', async () => {
    const page = await make('Of Max')
    const own = await make('Of Gus')
    await runSql(atlas.server.databaseUrl, 'update pages set owned_by = $1 where id = $2', [
      atlas.cast.gus.id,
      own.id,
    ])
    expect(await refusedPut(own, page.id, atlas.cast.gus)).toMatchObject({ status: 400 })
    expect(await refusedPut(page, own.id, atlas.cast.gus)).toMatchObject({ status: 404 })
  })
})

describe('the archive of pages', () => {
  test('archives and restores a page with its descendants', async () => {
    const { top, middle, low } = await family()
    const before = await make('Before', { parent: top.id })
    await archive(before)
    const changes = await atlas.changes(() => archive(top))
    expect(new Set(changes.map(({ id }) => id))).toEqual(new Set([top.id, middle.id, low.id]))
    expect(await listed()).not.toContain(middle.id)
    expect(await inArchive()).toEqual(expect.arrayContaining([top.id, middle.id, low.id, before.id]))
    const all = await atlas.cast.max.call('listPages', { params: atlas.params, query: {} })
    expect(ids(all)).toContain(low.id)
    await unarchive(top)
    expect(await listed()).toEqual(expect.arrayContaining([top.id, middle.id, low.id]))
    expect(await inArchive()).toContain(before.id)
  })

  test('keeps the first archive date', async () => {
    const page = await make('Twice')
    const first = await archive(page)
    expect(first.archived_at).toMatch(/^\d{4}-/)
    expect(await atlas.changingNothing(() => archive(page))).toEqual(first)
    await unarchive(page)
    expect(await atlas.changingNothing(() => unarchive(page))).toBeUndefined()
  })

  test('moves a restored page to the top if its parent is archived', async () => {
    const { top, middle, low } = await family()
    await archive(top)
    await unarchive(middle)
    expect(await read(middle)).toMatchObject({ parent: null, archived_at: null })
    expect(await read(low)).toMatchObject({ parent: middle.id, archived_at: null })
    expect((await read(top)).archived_at).not.toBeNull()
  })

  test('can only be used by owner and admins', async () => {
    const page = await make('Of Ann', {}, atlas.cast.ann)
    const refusal = await atlas.changingNothing(() =>
      atlas.cast.max.refused('archivePage', { params: at(page) }),
    )
    expect(refusal).toMatchObject({ status: 403, error: 'Only the owner or admin can archive the page' })
    await archive(page, atlas.cast.ann)
    expect(
      await atlas.changingNothing(() => atlas.cast.max.refused('unarchivePage', { params: at(page) })),
    ).toMatchObject({ status: 403 })
  })

  test('makes open editors read-only at once', async () => {
    const page = await make('Open')
    const name = documentName('page', page.id)
    const open = openDocumentClient(atlas.server.url, atlas.cast.ann, name)
    await open.synced()
    await archive(page)
    await pollUntilTrue(() => open.provider.authorizedScope === 'readonly')
    // Waits until the server has stored the initial content, which contains the name as title.
    const waiting = 'select 1 from document_updates where name = $1'
    await pollUntilTrue(async () => (await runSql(atlas.server.databaseUrl, waiting, [name])).length === 0)
    const refusals = [
      () => atlas.cast.max.refused('updatePage', { params: at(page), body: { name: 'No' } }),
      () =>
        atlas.cast.max.refused('updatePageDescription', {
          params: at(page),
          body: { description_html: '<p>No</p>' },
        }),
    ]
    for (const refuse of refusals)
      expect(await atlas.changingNothing(refuse)).toMatchObject({ status: 400, error: 'Page is archived' })
    expect(await refusedPut(await make('Below'), page.id)).toMatchObject({ status: 400 })
  })
})

describe('the trash', () => {
  test('moves sub-pages to the top and back on restore', async () => {
    const { top, middle, low } = await family()
    const moved = await make('Moved on', { parent: top.id })
    await atlas.cast.max.call('deletePage', { params: at(top) })
    expect((await read(middle)).parent).toBeNull()
    expect((await read(low)).parent).toBe(middle.id)
    await put(moved, low.id)
    await atlas.cast.max.call('restorePage', { params: at(top) })
    expect((await read(middle)).parent).toBe(top.id)
    expect((await read(moved)).parent).toBe(low.id)
  })

  test('does not change the time of the last edit', async () => {
    const { top, middle, low } = await family()
    const elsewhere = await make('Elsewhere')
    const edits = async () => Promise.all([middle, low].map(async (page) => (await read(page)).updated_at))
    const before = await edits()
    const { max } = atlas.cast
    await max.call('deletePage', { params: at(top) })
    expect((await read(middle)).parent).toBeNull()
    expect(await edits()).toEqual(before)
    await max.call('restorePage', { params: at(top) })
    await archive(top)
    await unarchive(top)
    await put(top, elsewhere.id)
    await put(low, elsewhere.id)
    await max.call('deletePage', { params: at(middle) })
    await max.call('restorePage', { params: at(middle) })
    expect(await edits()).toEqual(before)
    await max.call('updatePage', { params: at(low), body: { name: 'Lower' } })
    expect((await edits())[1]).not.toBe(before[1])
  })

  test('restores into a changed tree without cycles or excess depth', async () => {
    const { top, middle, low } = await family()
    await atlas.cast.max.call('deletePage', { params: at(middle) })
    await put(top, low.id)
    expect(await atlas.cast.max.call('restorePage', { params: at(middle) })).toMatchObject({ parent: top.id })
    expect((await read(top)).parent).toBe(low.id)
    expect((await read(low)).parent).toBeNull()

    const other = await family()
    await atlas.cast.max.call('deletePage', { params: at(other.middle) })
    let parent = other.low
    for (let level = 1; level < maxPageLevels; level++)
      parent = await make(`Below ${level}`, { parent: parent.id })
    await atlas.cast.max.call('restorePage', { params: at(other.middle) })
    expect((await read(other.middle)).parent).toBe(other.top.id)
    expect((await read(other.low)).parent).toBeNull()
  })
})

describe('a copy', () => {
  test('needs a member who sees the page', async () => {
    const page = await make('Mine', { access: 1 })
    const refused = (who: ApiClient) =>
      atlas.changingNothing(() => who.refused('duplicatePage', { params: at(page), body: {} }))
    expect(await refused(atlas.cast.ann)).toMatchObject({ status: 404 })
    expect((await refused(atlas.cast.gus)).status).toBeGreaterThanOrEqual(403)
    expect(await atlas.cast.max.call('duplicatePage', { params: at(page), body: {} })).toMatchObject({
      access: 1,
    })
  })

  test('is next to its page and has the current text', async () => {
    const parent = await make('Parent')
    const page = await make('Plan', { parent: parent.id, color: '#1a2b3c' }, atlas.cast.ann)
    const open = openDocumentClient(atlas.server.url, atlas.cast.ann, documentName('page', page.id))
    await open.synced()
    open.type('Typed just now')
    await open.saved()
    const copy = await atlas.cast.max.call('duplicatePage', { params: at(page), body: {} })
    expect(copy).toMatchObject({
      name: 'Plan (Copy)',
      owned_by: atlas.cast.max.id,
      parent: parent.id,
      color: '#1a2b3c',
      is_locked: false,
    })
    expect((await read(copy)).description_html).toBe('<p>Typed just now</p>')
    expect(copy.sort_order).toBeGreaterThan(page.sort_order)
  })

  test('has a name in the language of its owner', async () => {
    const { max } = atlas.cast
    const page = await make('Plan')
    await max.call('updateProfile', { body: { language: 'de' } })
    const copy = await max.call('duplicatePage', { params: at(page), body: {} })
    await max.call('updateProfile', { body: { language: 'en' } })
    expect(copy.name).toBe('Plan (Kopie)')
  })
})

describe('a copy with sub-pages', () => {
  const copies = async (top: string) => {
    const rows = await atlas.cast.max.call('listPages', { params: atlas.params, query: {} })
    return findDescendantPages(top, rows)
  }
  const copy = (page: { id: string }, with_sub_pages?: boolean, who = atlas.cast.max) =>
    who.call('duplicatePage', {
      params: at(page),
      body: { ...(with_sub_pages !== undefined && { with_sub_pages }) },
    })

  test('copies sub-pages with text and order only on request', async () => {
    const { top, middle, low } = await family()
    const second = await make('Second', { parent: top.id, description_html: '<p>Text</p>' })
    const before = (await copies(top.id)).map(({ id, parent }) => [id, parent])
    expect(await copies((await copy(top)).id)).toEqual([])
    const whole = await copy(top, true)
    const made = await copies(whole.id)
    const names = (rows: { name: string; sort_order: number }[]) =>
      rows.toSorted((a, b) => a.sort_order - b.sort_order).map(({ name }) => name)
    const direct = made.filter(({ parent }) => parent === whole.id)
    const originals = (await copies(top.id)).filter(({ parent }) => parent === top.id)
    expect(names(direct)).toEqual(names(originals))
    expect(made.map(({ name }) => name).toSorted()).toEqual([middle.name, low.name, second.name].toSorted())
    expect(made.every(({ owned_by }) => owned_by === atlas.cast.max.id)).toBe(true)
    const text = made.find(({ name }) => name === 'Second')
    expect((await read(text ?? whole)).description_html).toBe('<p>Text</p>')
    expect((await copies(top.id)).map(({ id, parent }) => [id, parent])).toEqual(before)
  })

  test('leaves out private pages of others and their descendants', async () => {
    const top = await make('Shared', {}, atlas.cast.ann)
    const hidden = await make('Hidden', { parent: top.id, access: 1 }, atlas.cast.ann)
    await make('Below hidden', { parent: hidden.id, access: 1 }, atlas.cast.ann)
    await make('Seen', { parent: top.id }, atlas.cast.ann)
    const whole = await copy(top, true)
    for (const who of [atlas.cast.max, atlas.cast.ann]) {
      const rows = await who.call('listPages', { params: atlas.params, query: {} })
      expect(findDescendantPages(whole.id, rows).map(({ name }) => name)).toEqual(['Seen'])
    }
  })

  test('copies nothing if there are too many sub-pages', async () => {
    const top = await make('Wide')
    await runSql(
      atlas.server.databaseUrl,
      `insert into pages select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'parent', p.id))).*
       from pages p, generate_series(1, $2) where p.id = $1`,
      [top.id, maxCopiedSubPages + 1],
    )
    const refused = await atlas.changingNothing(() =>
      atlas.cast.max.refused('duplicatePage', { params: at(top), body: { with_sub_pages: true } }),
    )
    expect(refused).toMatchObject({
      status: 400,
      fields: { with_sub_pages: [expect.stringContaining('100')] },
    })
  })
})

describe('a page that moves to another project', () => {
  const move = (page: { id: string }, to: ProjectPathParams, who = atlas.cast.max, more: object = {}) =>
    who.call('movePage', { params: at(page), body: { new_project_id: to.project_id, ...more } })

  async function target(identifier: string): Promise<ProjectPathParams> {
    const place = await atlas.makeProject(identifier, identifier)
    const members = [{ member_id: atlas.cast.max.id, role: role.member }]
    await atlas.cast.ann.call('addProjectMembers', { params: place, body: { members } })
    return place
  }

  test('takes its descendants along and can move back', async () => {
    const { top, middle, low } = await family()
    const to = await target('MOV')
    const hidden = await make('Hidden', { parent: middle.id, access: 1 }, atlas.cast.ann)
    await atlas.cast.max.call('addFavoritePage', { params: at(low) })
    const changes = await atlas.changes(() => move(top, to))
    expect(changes.filter(({ entity }) => entity === 'pages')).toHaveLength(4)
    expect(await listed(atlas.cast.max, to)).toEqual(expect.arrayContaining([top.id, middle.id, low.id]))
    expect(await listed()).not.toContain(middle.id)
    expect(await atlas.cast.max.call('getPage', { params: at(low, to) })).toMatchObject({
      parent: middle.id,
      is_favorite: true,
    })
    expect((await read(hidden, atlas.cast.ann)).parent).toBeNull()
    // The page is still found under the address that it had before the move.
    expect(await read(top)).toMatchObject({ project_ids: [to.project_id] })
    const parent = await make('Back below')
    await atlas.cast.max.call('movePage', {
      params: at(top, to),
      body: { new_project_id: atlas.params.project_id, parent: parent.id },
    })
    expect(await read(top)).toMatchObject({ project_ids: [atlas.params.project_id], parent: parent.id })
  })

  test('gets labels of the same name, and its own after moving back', async () => {
    const to = await target('LBL')
    const label = (name: string, params: ProjectPathParams) =>
      atlas.cast.ann.call('createLabel', { params, body: { name } })
    const [shared, alone, there] = [
      await label('Shared', atlas.params),
      await label('Alone', atlas.params),
      await label('shared', to),
    ]
    const label_ids = [shared.id, alone.id]
    const page = await make('Labelled', { label_ids })
    const below = await make('Below', { parent: page.id, labels: label_ids })
    expect(await move(page, to)).toMatchObject({ label_ids: [there.id], labels: [there.id] })
    expect((await atlas.cast.max.call('getPage', { params: at(below, to) })).label_ids).toEqual([there.id])
    await atlas.cast.max.call('movePage', { params: at(page, to), body: { new_project_id: null } })
    const ofWorkspace = { slug: to.slug, page_id: page.id }
    const patched = { params: ofWorkspace, body: { label_ids } }
    // Pages of the workspace itself have no labels, because labels belong to projects.
    expect((await atlas.cast.max.call('updateWorkspacePage', patched)).label_ids).toEqual([])
    const back = { params: ofWorkspace, body: { new_project_id: atlas.params.project_id } }
    expect((await atlas.cast.max.call('moveWorkspacePage', back)).label_ids).toEqual(label_ids)
    expect((await read(below)).label_ids).toEqual(label_ids)
    const copy = await atlas.cast.max.call('duplicatePage', { params: at(page), body: {} })
    expect(copy.label_ids).toEqual(label_ids)
  })

  test('is moved by its owner and by admins of the project, not by other editors', async () => {
    const { ann, max } = atlas.cast
    const to = await target('RGT')
    const [own, theirs] = [await make('Of Max'), await make('Of Ann', {}, ann)]
    // The member may edit the page, but not move it.
    const edit = { params: at(theirs), body: { name: 'Edited by Max' } }
    expect(await max.call('updatePage', edit)).toMatchObject({ name: 'Edited by Max', owned_by: ann.id })
    for (const new_project_id of [to.project_id, null]) {
      const byEditor = { params: at(theirs), body: { new_project_id } }
      const refused = await atlas.changingNothing(() => max.refused('movePage', byEditor))
      expect(refused).toMatchObject({ status: 403 })
    }
    const moved = { project_ids: [to.project_id] }
    expect(await move(own, to)).toMatchObject({ ...moved, owned_by: max.id })
    const byAdmin = await make('Of Max too')
    expect(await move(byAdmin, to, ann)).toMatchObject({ ...moved, owned_by: max.id })
    expect(await move(theirs, to, ann)).toMatchObject({ ...moved, owned_by: ann.id })
    // Not even admins can see the private pages of other users.
    const hidden = await make('Private', { access: 1 })
    const byStranger = { params: at(hidden), body: { new_project_id: to.project_id } }
    expect(await ann.refused('movePage', byStranger)).toMatchObject({ status: 404 })
    expect(await move(hidden, to)).toMatchObject({ ...moved, access: 1 })
  })

  test('needs permission in both projects', async () => {
    const page = await make('Stays')
    const alone = await atlas.makeProject('Alone', 'ALO')
    const to = await target('BTH')
    const refused = (who: ApiClient, place: ProjectPathParams) =>
      atlas.changingNothing(() =>
        who.refused('movePage', { params: at(page), body: { new_project_id: place.project_id } }),
      )
    expect(await refused(atlas.cast.max, alone)).toMatchObject({ status: 400 })
    expect(await refused(atlas.cast.max, atlas.params)).toMatchObject({ status: 400 })
    expect(await refused(atlas.cast.ann, atlas.eves)).toMatchObject({ status: 400 })
    expect((await refused(atlas.cast.gus, to)).status).toBe(403)
    const others = await make('Of Ann', {}, atlas.cast.ann)
    const byMember = { params: at(others), body: { new_project_id: to.project_id } }
    expect(await atlas.changingNothing(() => atlas.cast.max.refused('movePage', byMember))).toMatchObject({
      status: 403,
    })
    await atlas.cast.max.call('lockPage', { params: at(page) })
    expect(await refused(atlas.cast.max, to)).toMatchObject({ status: 400, error: 'Page is locked' })
    await atlas.cast.max.call('unlockPage', { params: at(page) })
    await atlas.cast.ann.call('updateProject', { params: to, body: { page_view: false } })
    expect(await refused(atlas.cast.max, to)).toMatchObject({ status: 400 })
  })

  test('stays open for people who see it in the new project', async () => {
    const page = await make('Open')
    const to = await target('OPN')
    const open = (who: ApiClient) => openDocumentClient(atlas.server.url, who, documentName('page', page.id))
    const max = open(atlas.cast.max)
    await max.synced()
    await move(page, to)
    max.type('Written on')
    await max.saved()
    expect((await atlas.cast.ann.call('getPage', { params: at(page, to) })).description_html).toBe(
      '<p>Written on</p>',
    )
    await expect(read(page, atlas.cast.gus)).rejects.toThrow()
  })
})
