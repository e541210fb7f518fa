import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { closeClients, openDocumentClient } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { fetchAsUser, uploadToStorage } from '../../support/upload.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterEach(closeClients)
afterAll(() => atlas.close())

type Page = { id: string; project_ids: string[] }

const make = (name: string, html = '', more: object = {}, who = atlas.cast.max) =>
  who.call('createPage', { params: atlas.params, body: { name, description_html: html, ...more } })
const addressOf = (page: Page) => `/${atlas.params.slug}/projects/${atlas.params.project_id}/pages/${page.id}`

function fetched(page: Page, query = '', who: ApiClient = atlas.cast.max): Promise<Response> {
  return fetch(`${atlas.server.url}/api/workspaces${addressOf(page)}/export/?${query}`, {
    headers: { cookie: who.cookie },
  })
}

async function archive(page: Page, query = 'sub_pages=true', who?: ApiClient) {
  const response = await fetched(page, query, who)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]))
}

describe('a page as a file', () => {
  test('stands alone and says what was typed a moment ago', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Plan: <one> & “two”', '<p>Before</p>')
    const editor = openDocumentClient(atlas.server.url, ann, documentName('page', page.id))
    await editor.synced()
    editor.type('typed last')
    await editor.saved()
    const response = await fetched(page, '', max)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''Plan%20one%20%26%20%E2%80%9Ctwo%E2%80%9D.html`,
    )
    const html = await response.text()
    expect(html).toContain('<h1 dir="auto">Plan: &lt;one&gt; &amp; “two”</h1>')
    expect(html).toMatch(/<p[^>]*>Before<\/p><p[^>]*>typed last<\/p>/)
    expect(html).not.toMatch(/<script|src="http/)
  })

  test('names people, and leads to what stays behind by its whole address', async () => {
    const { ann } = atlas.cast
    const other = await make('Other')
    const mention = `<mention-component entity_identifier="${ann.id}" entity_name="user_mention"></mention-component>`
    const page = await make('Links', `<p>${mention} <a href="${addressOf(other)}">there</a></p>`)
    const html = await (await fetched(page)).text()
    expect(html).toContain('<span class="mention">@ann</span>')
    expect(html).toMatch(new RegExp(`href="http[^"]*${addressOf(other)}"`))
  })

  test('is read by whoever sees the page, and by nobody else', async () => {
    const { ann, gus, eve } = atlas.cast
    const shared = await make('Shared')
    const own = await make('Own', '', { access: 1 })
    const status = async (page: Page, who: ApiClient) => {
      const response = await fetched(page, '', who)
      await response.arrayBuffer()
      return response.status
    }
    expect([await status(shared, ann), await status(shared, gus), await status(shared, eve)]).toEqual([
      200, 404, 404,
    ])
    expect([await status(own, atlas.cast.max), await status(own, ann)]).toEqual([200, 404])
    await atlas.cast.max.call('deletePage', { params: { ...atlas.params, page_id: shared.id } })
    expect(await status(shared, ann)).toBe(404)
  })
})

describe('a tree of pages as an archive', () => {
  test('has those that the reader sees, each where it stands, and links between them', async () => {
    const { ann, max } = atlas.cast
    const top = await make('Top')
    const sub = await make('A/B', '', { parent: top.id })
    await make('a:b', `<p><a href="${addressOf(top)}">up</a></p>`, { parent: top.id })
    await make('', `<p><a href="${addressOf(sub)}">beside</a></p>`, { parent: sub.id })
    await make('Secret', '<p>secret</p>', { parent: top.id, access: 1 }, ann)
    const gone = await make('Archived', '', { parent: top.id })
    await max.call('archivePage', { params: { ...atlas.params, page_id: gone.id } })
    const files = await archive(top)
    expect(Object.keys(files).toSorted()).toEqual([
      'Top.html',
      'Top/A B 2.html',
      'Top/A B 2/Untitled.html',
      'Top/a b.html',
    ])
    expect(String(files['Top/a b.html'])).toContain('href="../Top.html"')
    expect(String(files['Top/A B 2/Untitled.html'])).toContain('href="../../Top/A%20B%202.html"')
    expect(String(files['Top.html'])).toContain('<a href="Top/A%20B%202.html">A/B</a>')
    expect(Object.keys(await archive(top, 'sub_pages=true', ann))).toContain('Top/Secret.html')
  })

  test('has the pictures that the reader may see, once each', async () => {
    const { ann, max } = atlas.cast
    const page = await make('Pictured')
    const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#2050a0' } })
      .png()
      .toBuffer()
    const uploadTarget = await max.call('createProjectAsset', {
      params: atlas.params,
      body: {
        name: 'Hull.PNG',
        type: 'image/png',
        size: bytes.length,
        entity_type: 'PAGE_DESCRIPTION',
        entity_identifier: page.id,
      },
    })
    await uploadToStorage(atlas.server, uploadTarget, { name: 'Hull.PNG', type: 'image/png', bytes })
    const id = uploadTarget.asset_id
    await max.call('confirmWorkspaceAsset', { params: { slug: atlas.params.slug, asset_id: id }, body: {} })
    const picture = `<image-component src="${id}" alt="A hull" data-caption="Blue &amp; low"></image-component>`
    const write = (html: string) =>
      max.call('updatePageDescription', {
        params: { ...atlas.params, page_id: page.id },
        body: { description_html: html },
      })
    await write(`${picture}<p>between</p>${picture}`)
    const files = await archive(page, 'pictures=true', ann)
    const names = Object.keys(files)
    expect(names).toEqual(['Pictured.html', `files/${id}.png`])
    expect(files[names[1] ?? '']).toEqual(bytes)
    expect(String(files['Pictured.html'])).toContain(
      `<figure><img src="files/${id}.png" alt="A hull"><figcaption>Blue &amp; low</figcaption></figure>`,
    )
    // Sets the cover of the page. It is exported as the first picture and is visible to everybody who sees
    // the page or a copy.
    const cover = (who = max, wanted: string | null = id) =>
      who.call('updatePage', {
        params: { ...atlas.params, page_id: page.id },
        body: { view_props: { cover: wanted } },
      })
    expect((await cover()).view_props).toMatchObject({ cover: id, full_width: false })
    await write('<p>bare</p>')
    expect(String((await archive(page, 'pictures=true', ann))['Pictured.html'])).toContain(
      `<figure><img src="files/${id}.png"`,
    )
    expect(Object.keys(await archive(page, 'sub_pages=true', ann))).toEqual(['Pictured.html'])
    const copy = await ann.call('duplicatePage', { params: { ...atlas.params, page_id: page.id }, body: {} })
    expect(copy.view_props).toMatchObject({ cover: id })
    await max.call('setPageAccess', { params: { ...atlas.params, page_id: page.id }, body: { access: 1 } })
    const at = `/api/assets/v2/workspaces/${atlas.params.slug}/${id}/`
    expect((await fetchAsUser(atlas.server, ann, at)).status).toBe(200)
    await ann.call('deletePage', { params: { ...atlas.params, page_id: copy.id } })
    expect((await fetchAsUser(atlas.server, ann, at)).status).toBe(404)
    // The server rejects a cover if the picture does not exist or if the user cannot see it.
    const other = await ann.call('createPage', { params: atlas.params, body: { name: 'Other' } })
    for (const wanted of [id, other.id]) {
      const change = {
        params: { ...atlas.params, page_id: other.id },
        body: { view_props: { cover: wanted } },
      }
      expect(await atlas.changingNothing(() => ann.refused('updatePage', change))).toMatchObject({
        status: 400,
        fields: { view_props: ['Image not found.'] },
      })
    }
    expect((await cover(max, null)).view_props).toMatchObject({ cover: null })
    await write(`${picture}<p>between</p>${picture}`)
    await max.call('setPageAccess', { params: { ...atlas.params, page_id: page.id }, body: { access: 0 } })
    await runSql(atlas.server.databaseUrl, `update file_assets set deleted_at = now() where id = $1`, [id])
    expect(Object.keys(await archive(page, 'pictures=true', ann))).toEqual(['Pictured.html'])
  })
})

test('an archive contains the files of a page, and links to them in HTML and Markdown', async () => {
  const { max } = atlas.cast
  const page = await make('With a file')
  const bytes = Buffer.from('%PDF-1.7 a plan')
  const announced = { name: 'plan.pdf', type: 'application/pdf', size: bytes.length }
  const uploadTarget = await max.call('createProjectAsset', {
    params: atlas.params,
    body: { ...announced, entity_type: 'PAGE_DESCRIPTION', entity_identifier: page.id },
  })
  await uploadToStorage(atlas.server, uploadTarget, { ...announced, bytes })
  const id = uploadTarget.asset_id
  await max.call('confirmWorkspaceAsset', { params: { slug: atlas.params.slug, asset_id: id }, body: {} })
  const block = `<file-component src="${id}" data-name="plan.pdf" data-type="application/pdf" data-size="${bytes.length}"></file-component>`
  const columns = `<div data-type="columns"><div data-type="column" data-width="1.5">${block}</div><div data-type="column"><p>Right</p></div></div>`
  await max.call('updatePageDescription', {
    params: { ...atlas.params, page_id: page.id },
    body: { description_html: columns },
  })
  const files = await archive(page, 'pictures=true')
  expect(files[`files/${id}.pdf`]).toEqual(bytes)
  expect(String(files['With a file.html'])).toContain(
    `<div data-type="columns"><div data-type="column" style="flex-grow: 1.5"><p class="file"><a href="files/${id}.pdf" download="plan.pdf">plan.pdf</a></p></div>`,
  )
  const written = await archive(page, 'format=markdown&pictures=true')
  expect(String(written['With a file.md'])).toContain(
    `[plan.pdf](files/${id}.pdf "application/pdf, ${bytes.length} bytes")`,
  )
})

describe('as Markdown', () => {
  test('pages say the same, and lead to each other, to pictures and to people', async () => {
    const { ann, max } = atlas.cast
    const top = await make('Top *1*')
    const mention = `<mention-component entity_identifier="${ann.id}" entity_name="user_mention"></mention-component>`
    const hidden = crypto.randomUUID()
    const sub = await make(
      'Sub',
      `<h2>Part</h2><p>${mention} <strong>bold</strong> <a href="${addressOf(top)}">up</a></p>
        <image-component src="${hidden}" alt="A hull"></image-component>`,
      { parent: top.id },
    )
    const files = await archive(top, 'format=markdown&sub_pages=true')
    expect(Object.keys(files)).toEqual(['Top 1.md', 'Top 1/Sub.md'])
    expect(String(files['Top 1.md'])).toBe('# Top \\*1\\*\n\n- [Sub](Top%201/Sub.md)\n')
    const text = String(files['Top 1/Sub.md'])
    expect(text).toMatch(/^# Sub\n\n## Part\n\n@ann \*\*bold\*\* \[up\]\(\.\.\/Top%201\.md\)\n\n/)
    expect(text).toMatch(new RegExp(`!\\[A hull\\]\\(http[^)]*/${hidden}/\\)`))
    const alone = await fetched(sub, 'format=markdown', max)
    expect(alone.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await alone.text()).toContain(`[up](http`)
    expect((await fetched(sub, 'format=pdf')).status).toBe(400)
  })
})
