import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { maxBackLinks } from '#common/pages/pages/rules.ts'
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
  name: string,
  html = '<p></p>',
  more: object = {},
  who = atlas.cast.ann,
  params: ProjectPathParams = atlas.params,
) => who.call('createPage', { params, body: { name, description_html: html, ...more } })
const at = ({ id, project_ids: [project_id = ''] }: Page) => ({ ...atlas.params, project_id, page_id: id })
const address = (page: Page) => `/${atlas.params.slug}/projects/${page.project_ids[0]}/pages/${page.id}`
const link = (...pages: Page[]) =>
  `<p>${pages.map((page) => `<a href="${address(page)}">there</a>`).join(' ')}</p>`
const from = async (page: Page, who: ApiClient = atlas.cast.ann) =>
  (await who.call('listBackLinks', { params: at(page) })).map(({ entity_data }) => entity_data.name)

describe('what links to a page', () => {
  test('lists pages and work items of any project, newest first', async () => {
    const { ann } = atlas.cast
    const page = await make('Target')
    await make('By path', link(page))
    const there = await atlas.makeProject('Elsewhere', 'ELSE')
    await make(
      'From afar',
      `<p>see <a href="https://plan.example${address(page)}?a#b">there</a></p>`,
      {},
      ann,
      there,
    )
    await atlas.make('An item', { description_html: link(page, page) }, ann)
    await make('Another link', '<p><a href="https://plan.example/pages/">there</a></p>')
    expect(await ann.call('listBackLinks', { params: at(page) })).toMatchObject([
      { entity_name: 'issue', entity_data: { name: 'An item', project_identifier: 'ATL' } },
      { entity_name: 'page', entity_data: { name: 'From afar', project_id: there.project_id } },
      { entity_name: 'page', entity_data: { name: 'By path' } },
    ])
  })

  test('follows edits over REST and while typing', async () => {
    const { ann, max } = atlas.cast
    const [one, two] = [await make('One'), await make('Two')]
    const source = await make('Source', link(one))
    const write = (html: string) =>
      max.call('updatePageDescription', { params: at(source), body: { description_html: html } })
    await write(link(one, two))
    expect([await from(one), await from(two)]).toEqual([['Source'], ['Source']])
    const editor = openDocumentClient(atlas.server.url, ann, documentName('page', source.id))
    await editor.synced()
    const body = editor.doc.getXmlFragment(bodyFragmentName)
    body.delete(0, body.length)
    await editor.saved()
    await pollUntilTrue(async () => (await from(one)).length === 0, 'the links are gone')
    expect(await from(two)).toEqual([])
    await write(link(source))
    expect(await from(source)).toEqual([])
  })

  test('ignores links to other workspaces and missing pages', async () => {
    const { eve } = atlas.cast
    const page = await make('Target')
    const foreign = await eve.call('createPage', {
      params: atlas.eves,
      body: { description_html: link(page) },
    })
    await make('Nowhere', link({ ...page, id: foreign.id }, { ...page, id: crypto.randomUUID() }))
    expect(await from(page)).toEqual([])
    const rows = await runSql(atlas.server.databaseUrl, 'select id from page_links where from_page_id = $1', [
      foreign.id,
    ])
    expect(rows).toEqual([])
  })

  test('lists links only to people who see both ends', async () => {
    const { ann, max, gus, eve } = atlas.cast
    const page = await make('Target')
    const own = await make('Private', link(page), { access: 1 })
    const away = await atlas.makeProject('Secret', 'SEC')
    await atlas.make('Hidden', { description_html: link(page) }, ann, away)
    const item = await atlas.make('Shown', { description_html: link(page) }, ann)
    expect(await from(page)).toEqual(['Shown', 'Hidden', 'Private'])
    expect(await from(page, max)).toEqual(['Shown'])
    for (const who of [gus, eve])
      expect(await who.refused('listBackLinks', { params: at(page) })).toMatchObject({ status: 404 })
    await ann.call('setPageAccess', { params: at(own), body: { access: 0 } })
    expect(await from(page, max)).toEqual(['Shown', 'Private'])
    expect(
      await max.refused('listBackLinks', { params: at(await make('Hers', '', { access: 1 })) }),
    ).toMatchObject({
      status: 404,
    })
    const his = await make('His', '<p></p>', {}, ann)
    await runSql(atlas.server.databaseUrl, 'update pages set owned_by = $1 where id = $2', [gus.id, his.id])
    await atlas.make('About his', { description_html: link(his) }, ann)
    expect(await from(his, gus)).toEqual([])
    expect(item.project_id).toBe(atlas.params.project_id)
  })

  test('finds visible links behind very many invisible ones', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Linked to often')
    await make('Old, and seen', link(page))
    const copies = await make('Of Ann alone', '<p></p>', { access: 1 })
    await runSql(
      atlas.server.databaseUrl,
      `with others as (
         insert into pages (id, workspace_id, project_ids, name, access, owned_by, created_by, updated_by, color, logo_props, view_props, label_ids, sort_order)
         select uuidv7(), workspace_id, project_ids, 'Copy', access, owned_by, created_by, updated_by, color, logo_props, view_props, label_ids, sort_order
         from pages, generate_series(1, $3::int) where id = $2 returning id
       ) insert into page_links (id, page_id, from_page_id) select uuidv7(), $1, id from others`,
      [page.id, copies.id, maxBackLinks + 10],
    )
    expect(await from(page, max)).toEqual(['Old, and seen'])
    expect(new Set(await from(page, ann))).toEqual(new Set(['Copy']))
    expect(await from(page, ann)).toHaveLength(maxBackLinks)
    await runSql(atlas.server.databaseUrl, "delete from pages where name = 'Copy'")
  })

  test('follows moves, trash and archive of the linking page', async () => {
    const { ann } = atlas.cast
    const page = await make('Target')
    const source = await make('Source', link(page))
    const item = await atlas.make('Item', { description_html: link(page) }, ann)
    const there = await atlas.makeProject('Moved to', 'MOV')
    const moved = await ann.call('movePage', {
      params: at(page),
      body: { new_project_id: there.project_id },
    })
    expect(await from(moved)).toEqual(['Item', 'Source'])
    expect(await from(page)).toEqual(['Item', 'Source'])
    await ann.call('movePage', { params: at(source), body: { new_project_id: there.project_id } })
    expect(await ann.call('listBackLinks', { params: at(moved) })).toMatchObject([
      {},
      { entity_data: { project_id: there.project_id } },
    ])
    const sourceNow = { ...source, project_ids: [there.project_id] }
    await ann.call('archivePage', { params: at(sourceNow) })
    await ann.call('deleteWorkItem', { params: { ...atlas.params, id: item.id } })
    expect(await from(moved)).toEqual([])
    await ann.call('unarchivePage', { params: at(sourceNow) })
    await ann.call('restoreWorkItem', { params: { ...atlas.params, id: item.id } })
    expect(await from(moved)).toEqual(['Item', 'Source'])
    await ann.call('deletePage', { params: at(moved) })
    await ann.call('restorePage', { params: at(moved) })
    expect(await from(moved)).toEqual(['Item', 'Source'])
    await runSql(atlas.server.databaseUrl, 'delete from pages where id = $1', [source.id])
    expect(await from(moved)).toEqual(['Item'])
  })

  test('includes copies and restored versions', async () => {
    const { ann } = atlas.cast
    const page = await make('Target')
    const source = await make('Source', link(page))
    await ann.call('duplicatePage', { params: at(source), body: {} })
    expect(await from(page)).toEqual(['Source (Copy)', 'Source'])
    await runSql(
      atlas.server.databaseUrl,
      `update page_versions set last_saved_at = last_saved_at - interval '1 hour' where page_id = $1`,
      [source.id],
    )
    await ann.call('updatePageDescription', { params: at(source), body: { description_html: '<p>No</p>' } })
    expect(await from(page)).toEqual(['Source (Copy)'])
    const [, old] = await ann.call('listPageVersions', { params: at(source) })
    await ann.call('restorePageVersion', { params: { ...at(source), version_id: old?.id ?? '' } })
    expect(await from(page)).toEqual(['Source', 'Source (Copy)'])
  })
})
