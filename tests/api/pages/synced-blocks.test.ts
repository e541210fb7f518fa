import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { maxBackLinks } from '#common/pages/pages/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterEach(closeClients)
afterAll(() => atlas.close())

type Page = { id: string }

const make = (name: string, html: string, more: object = {}) =>
  atlas.cast.ann.call('createPage', { params: atlas.params, body: { name, description_html: html, ...more } })
const original = (block: string, content = '<p>Secret plan</p>') =>
  `<div data-type="synced-block" data-block="${block}">${content}</div>`
const reference = ({ id }: Page, block: string) =>
  `<div data-type="synced-reference" data-page="${id}" data-block="${block}"></div>`
const params = ({ id }: Page, block: string, { slug } = atlas.params) => ({
  slug,
  page_id: id,
  block_id: block,
})
const read = (page: Page, block: string, who: ApiClient = atlas.cast.ann) =>
  who.call('getSyncedBlock', { params: params(page, block), query: { places: 'true' } })
const refused = (page: Page, block: string, who: ApiClient, at = atlas.params) =>
  who.refused('getSyncedBlock', { params: params(page, block, at), query: {} })

describe('a synced block', () => {
  test('is read with its places by everybody who sees the page of its original', async () => {
    const { ann, max } = atlas.cast
    const block = newId()
    const source = await make('Source', `<p>Before</p>${original(block)}`)
    const shared = await make('Shared', reference(source, block))
    const own = await make('Private', reference(source, block), { access: 1 })
    await make('Links only', `<p><a href="/${atlas.params.slug}/pages/${source.id}">there</a></p>`)
    const item = await atlas.make('Item', { description_html: reference(source, block) }, ann)
    expect(await read(source, block)).toMatchObject({
      page: { id: source.id, name: 'Source', project_id: atlas.params.project_id },
      state: 'available',
      description_html: '<p>Secret plan</p>',
      places: [item, own, shared].map(({ id }) => ({ entity_data: { id } })),
    })
    const { places } = await read(source, block, max)
    expect(places?.map(({ entity_data }) => entity_data.id)).toEqual([item.id, shared.id])
  })

  test('lists its own page, and visible places behind very many invisible ones', async () => {
    const { max } = atlas.cast
    const block = newId()
    const source = await make('Source', original(block))
    const at = { ...atlas.params, page_id: source.id }
    const description_html = `${original(block)}${reference(source, block)}`
    await atlas.cast.ann.call('updatePageDescription', { params: at, body: { description_html } })
    const shown = await make('Old, and seen', reference(source, block))
    const hidden = await make('Of Ann alone', '<p></p>', { access: 1 })
    await runSql(
      atlas.server.databaseUrl,
      `with others as (
         insert into pages (id, workspace_id, project_ids, name, access, owned_by, created_by, updated_by, color, logo_props, view_props, label_ids, sort_order, description_html)
         select uuidv7(), workspace_id, project_ids, 'Copy', access, owned_by, created_by, updated_by, color, logo_props, view_props, label_ids, sort_order, $4
         from pages, generate_series(1, $3::int) where id = $2 returning id
       ) insert into page_links (id, page_id, from_page_id) select uuidv7(), $1, id from others`,
      [source.id, hidden.id, maxBackLinks + 10, reference(source, block)],
    )
    const { places, has_more_places } = await read(source, block, max)
    expect(places?.map(({ entity_data }) => entity_data.id)).toEqual([source.id, shown.id])
    expect(has_more_places).toBe(false)
    const all = await read(source, block)
    expect([all.places?.length, all.has_more_places]).toEqual([maxBackLinks, true])
    await runSql(atlas.server.databaseUrl, "delete from pages where name = 'Copy'")
  })

  test('security 2: in the trash is not found for people who see its page only through a share', async () => {
    const { ann, max } = atlas.cast
    const block = newId()
    const source = await make('Source', original(block), { access: 1 })
    const at = { ...atlas.params, page_id: source.id }
    await ann.call('sharePage', { params: at, body: { user_id: max.id, role: 'read' } })
    expect(await read(source, block, max)).toMatchObject({ state: 'available' })
    await ann.call('deletePage', { params: at })
    expect(await refused(source, block, max)).toMatchObject({ status: 404 })
    expect(await read(source, block)).toMatchObject({ state: 'trashed' })
  })

  test('security 1, 2: is not found for people without access, and in other workspaces', async () => {
    const { max, gus, eve } = atlas.cast
    const block = newId()
    const [shared, own] = [
      await make('Shared', original(block)),
      await make('Own', original(block), { access: 1 }),
    ]
    for (const [page, who] of [
      [own, max],
      [own, gus],
      [shared, gus],
      [shared, eve],
    ] as const)
      expect(await refused(page, block, who)).toMatchObject({ status: 404 })
    expect(await refused(shared, block, eve, atlas.eves)).toMatchObject({ status: 404 })
    expect(await refused({ id: newId() }, block, max)).toMatchObject({ status: 404 })
  })

  test('says that the original was deleted or is in the trash, without its content', async () => {
    const { ann, gus } = atlas.cast
    const block = newId()
    const source = await make('Source', original(block))
    const at = { ...atlas.params, page_id: source.id }
    await ann.call('updatePageDescription', { params: at, body: { description_html: '<p>Gone</p>' } })
    expect(await read(source, block)).toMatchObject({ state: 'deleted', description_html: null })
    await ann.call('updatePageDescription', { params: at, body: { description_html: original(block) } })
    await ann.call('deletePage', { params: at })
    expect(await read(source, block)).toMatchObject({
      state: 'trashed',
      description_html: null,
      places: null,
    })
    expect(await refused(source, block, gus)).toMatchObject({ status: 404 })
    await ann.call('restorePage', { params: at })
    expect(await read(source, block)).toMatchObject({ state: 'available' })
  })

  test('is read as it was typed a moment ago, and its page is opened only by people with access', async () => {
    const { ann, max } = atlas.cast
    const block = newId()
    const source = await make('Source', original(block), { access: 1 })
    const name = documentName('page', source.id)
    const stranger = openDocumentClient(atlas.server.url, max, name)
    await pollUntilTrue(async () => stranger.ended.includes('forbidden'), 'Max is refused')
    const editor = openDocumentClient(atlas.server.url, ann, name)
    await editor.synced()
    editor.type('typed last')
    await editor.saved()
    expect(await read(source, block)).toMatchObject({ description_html: '<p>Secret plan</p>' })
    expect(stranger.doc.getXmlFragment('default').toString()).toBe('')
  })
})

describe('a text that refers to a synced block', () => {
  test('is stored and copied without the content, and is exported with what the reader can see', async () => {
    const { ann, max } = atlas.cast
    const block = newId()
    const source = await make('Source', original(block), { access: 1 })
    const target = await make('Target', `<p>Around</p>${reference(source, block)}`)
    const at = { ...atlas.params, page_id: target.id }
    const { description_html } = await max.call('getPage', { params: at, query: {} })
    expect(description_html).toBe(`<p>Around</p>${reference(source, block)}`)
    const copy = await max.call('duplicatePage', { params: at, body: {} })
    const copied = await max.call('getPage', { params: { ...at, page_id: copy.id }, query: {} })
    expect(copied.description_html).toBe(description_html)
    for (const format of ['html', 'markdown']) {
      expect(await exported(target, format, ann)).toContain('Secret plan')
      expect(await exported(target, format, max)).not.toMatch(/Secret plan|synced-reference/)
      expect(await exported(target, format, max)).toContain('Around')
    }
  })

  test('refers to the copies of pages that are copied together', async () => {
    const { ann } = atlas.cast
    const [one, two] = [newId(), newId()]
    const root = await make('Root', original(one))
    const below = await make('Below', `${original(two)}${reference(root, one)}`, { parent: root.id })
    const at = { ...atlas.params, page_id: root.id }
    const textOf = (first: Page, second: Page) =>
      `${original(one)}${reference(first, one)}${reference(second, two)}`
    const description_html = textOf(root, below)
    await ann.call('updatePageDescription', { params: at, body: { description_html } })
    const textAt = async ({ id }: Page) =>
      (await ann.call('getPage', { params: { ...at, page_id: id }, query: {} })).description_html
    const alone = await ann.call('duplicatePage', { params: at, body: {} })
    expect(await textAt(alone)).toBe(textOf(alone, below))
    const copy = await ann.call('duplicatePage', { params: at, body: { with_sub_pages: true } })
    const pages = await runSql<Page>(atlas.server.databaseUrl, 'select id from pages where parent = $1', [
      copy.id,
    ])
    const copied = pages[0] ?? copy
    expect(await textAt(copy)).toBe(textOf(copy, copied))
    expect(await textAt(copied)).toBe(`${original(two)}${reference(copy, one)}`)
    const { places } = await read(copied, two)
    expect(places?.map(({ entity_data }) => entity_data.id)).toEqual([copy.id])
  })

  test('ends when two synced blocks refer to each other', async () => {
    const [one, two] = [newId(), newId()]
    const first = await make('First', original(one, '<p>One</p>'))
    const second = await make('Second', original(two, `<p>Two</p>${reference(first, one)}`))
    await atlas.cast.ann.call('updatePageDescription', {
      params: { ...atlas.params, page_id: first.id },
      body: { description_html: original(one, `<p>One</p>${reference(second, two)}`) },
    })
    const both = await make('Both', `${reference(first, one)}${reference(second, two)}`)
    const html = await exported(both, 'html', atlas.cast.ann)
    expect([html.match(/One/g), html.match(/Two/g)]).toMatchObject([['One'], ['Two']])
  })

  test('security 10: shows on a public page only the blocks of pages that the link shows too', async () => {
    const { ann } = atlas.cast
    const [open, hidden] = [newId(), newId()]
    const root = await make('Root', '<p>Root</p>')
    const below = await make('Below', original(open, '<p>Open plan</p>'), { parent: root.id })
    const secret = await make('Secret', original(hidden))
    const at = { ...atlas.params, page_id: root.id }
    const html = `<p>Root</p>${reference(below, open)}${reference(secret, hidden)}`
    await ann.call('updatePageDescription', { params: at, body: { description_html: html } })
    const shown = async (has_sub_pages: boolean) => {
      const { publication } = await ann.call('publishPage', { params: at, body: { has_sub_pages } })
      const answer = await fetch(`${atlas.server.url}/api/public/pages/${publication?.anchor}/`)
      const { description_html } = (await answer.json()) as { description_html: string }
      return description_html
    }
    expect(await shown(true)).toBe('<p>Root</p><p>Open plan</p>')
    expect(await shown(false)).toBe('<p>Root</p>')
  })
})

async function exported({ id }: Page, format: string, who: ApiClient): Promise<string> {
  const { slug, project_id } = atlas.params
  const path = `/api/workspaces/${slug}/projects/${project_id}/pages/${id}/export/?format=${format}`
  const response = await fetch(atlas.server.url + path, { headers: { cookie: who.cookie } })
  expect(response.status).toBe(200)
  return response.text()
}
