import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stickiesLimit } from '#common/personal/stickies/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())

const put = (description_html: string, more = {}, who = atlas.cast.max) =>
  who.call('createSticky', { params, body: { description_html, ...more } })
const list = (query = {}, who = atlas.cast.max) => who.call('listStickies', { params, query })
const texts = async (query = {}) => (await list(query)).results.map((row) => row.description_stripped.trim())
const at = ({ id }: { id: string }) => ({ ...params, sticky_id: id })

describe('a sticky', () => {
  test('is created, edited, colored, moved and deleted, published only to its owner', async () => {
    const { max } = atlas.cast
    const told = await atlas.changes(async () => {
      const first = await put('<p>Call <strong>Eve</strong></p>', { background_color: 'peach' })
      expect(first).toMatchObject({ owner: max.id, background_color: 'peach', text_version: 1 })
      const second = await put('<p>Second</p>')
      expect(second.sort_order).toBe(first.sort_order + 10_000)
      expect(await texts()).toEqual(['Second', 'Call Eve'])
      await max.call('updateSticky', { params: at(first), body: { sort_order: second.sort_order + 1 } })
      expect(await texts()).toEqual(['Call Eve', 'Second'])
      const body = { description_html: '<p>Called</p>', based_on: 1, background_color: '' }
      const written = await max.call('updateSticky', { params: at(first), body: body as object })
      expect(written).toMatchObject({ text_version: 2, background_color: null })
      expect(await max.call('getSticky', { params: at(first) })).toEqual(written)
      await max.call('deleteSticky', { params: at(first) })
    })
    expect(told.map(({ op }) => op)).toEqual(['create', 'create', 'update', 'update', 'delete'])
    for (const { audience } of told) expect(audience).toEqual([`user:${max.id}`])
  })

  test('is restored with its id and position by Undo', async () => {
    const { id, description_html, sort_order } = await put('<p>Back</p>')
    await atlas.cast.max.call('deleteSticky', { params: at({ id }) })
    expect(await put(description_html, { id, sort_order })).toMatchObject({ id, sort_order })
  })

  test('keeps both texts when two screens write at once', async () => {
    const { max } = atlas.cast
    const sticky = await put('<p>As it was</p>', { background_color: 'green' })
    const write = (text: string, based_on?: number) =>
      max.call('updateSticky', { params: at(sticky), body: { description_html: `<p>${text}</p>`, based_on } })
    await write('From one screen', 1)
    expect(await write('From the other', 1)).toMatchObject({ text_version: 3 })
    expect((await texts()).slice(0, 2)).toEqual(['From the other', 'From one screen'])
    const [, kept] = (await list()).results
    expect(kept).toMatchObject({ background_color: 'green', text_version: 1 })
    // The server stores a copy of an overwritten text only if the new text differs and the change names the
    // version that it is based on.
    await write('From the other', 1)
    await write('By another program')
    expect((await texts()).slice(0, 2)).toEqual(['By another program', 'From one screen'])
  })

  test('keeps every text below it when conflicts repeat', async () => {
    const { max } = atlas.cast
    const sticky = await put('<p>Text 0</p>')
    for (let round = 1; round <= 60; round++)
      await max.call('updateSticky', {
        params: at(sticky),
        body: { description_html: `<p>Text ${round}</p>`, based_on: 0 },
      })
    const { results } = await list({ per_page: '100' })
    const ours = results.filter(({ description_stripped }) => description_stripped.startsWith('Text '))
    expect(ours.map(({ description_stripped }) => description_stripped.trim())).toEqual(
      Array.from({ length: 61 }, (_, round) => `Text ${60 - round}`),
    )
    expect(new Set(results.map(({ sort_order }) => sort_order)).size).toBe(results.length)
    for (const { id } of ours) await max.call('deleteSticky', { params: at({ id }) })
  })

  test('is found by its text, page by page', async () => {
    const { ann } = atlas.cast
    for (let number = 0; number < 23; number++)
      await put(`<p>Milk ${number} at 100%</p>`, number === 0 ? { name: 'Shopping' } : {}, ann)
    await put('<p>Something else</p>', {}, ann)
    const first = await list({}, ann)
    expect(first.results).toHaveLength(20)
    expect(first).toMatchObject({
      total_count: 24,
      next_page_results: true,
      next_cursor: expect.stringMatching(/^20:1:0:/),
    })
    const found = await list({ query: 'mILK', cursor: '20:1:0' }, ann)
    expect(found.results.map((row) => row.description_stripped.trim())).toEqual([
      'Milk 2 at 100%',
      'Milk 1 at 100%',
      'Milk 0 at 100%',
    ])
    expect((await list({ query: '0_at' }, ann)).results).toEqual([])
    expect((await list({ query: '0%' }, ann)).total_count).toBe(23)
    expect((await list({ query: 'shopp' }, ann)).total_count).toBe(1)
  })

  test.each([
    ['<p>Hi<script>alert(1)</script></p>', 'script'],
    ['<p onclick="alert(1)">Hi</p>', 'onclick'],
    ['<a href="java\tscript:alert(1)">Hi</a>', 'javascript'],
    ['<img src=x onerror=alert(1)>Hi', 'onerror'],
    ['<iframe src="https://evil.example"></iframe>Hi', 'iframe'],
  ])('security 21: stores no more of %s than a document', async (html, word) => {
    const { description_html } = await put(html)
    expect(description_html).toContain('Hi')
    expect(description_html.replace(/\s/g, '')).not.toContain(word)
  })

  test('rejects invalid input and writes nothing', async () => {
    const { max } = atlas.cast
    const sticky = await put('<p>Stays</p>')
    await atlas.changingNothing(async () => {
      for (const body of [
        { background_color: 'ultraviolet' },
        { description_html: 'x'.repeat(20_001) },
        { description_html: `<image-component src="${newId()}"></image-component>` },
        { description: { type: 'doc', content: [{ type: 'nothing' }] } },
        { name: 'Two\nlines' },
        { sort_order: 1e300 },
        { owner: atlas.cast.ann.id },
      ]) {
        const refused = await max.refused('updateSticky', { params: at(sticky), body: body as object })
        expect([JSON.stringify(body).slice(0, 40), refused.status]).toEqual([
          JSON.stringify(body).slice(0, 40),
          400,
        ])
      }
      const wrong: Record<string, string>[] = [{ cursor: 'x' }, { per_page: '0' }, { per_page: '1001' }]
      for (const query of wrong)
        expect(await max.refused('listStickies', { params, query })).toMatchObject({ status: 400 })
    })
  })

  test('of others or of another workspace is not found', async () => {
    const { ann, max, eve } = atlas.cast
    const sticky = await put('<p>Secret</p>')
    await atlas.changingNothing(async () => {
      for (const [who, slug] of [
        [ann, params.slug],
        [eve, params.slug],
        [max, atlas.eves.slug],
      ] as const) {
        const there = { slug, sticky_id: sticky.id }
        expect(await who.refused('getSticky', { params: there })).toMatchObject({ status: 404 })
        expect(await who.refused('deleteSticky', { params: there })).toMatchObject({ status: 404 })
        const refused = await who.refused('updateSticky', { params: there, body: { name: 'Mine' } })
        expect(refused).toMatchObject({ status: 404 })
      }
    })
    expect((await list({ query: 'Secret' }, ann)).total_count).toBe(0)
  })

  test(`is one of ${stickiesLimit} at most`, async () => {
    const { gus } = atlas.cast
    await runSql(
      atlas.server.databaseUrl,
      `insert into stickies (id, workspace_id, owner, sort_order)
       select gen_random_uuid(), w.id, $1, n from workspaces w, generate_series(1, $2::int) n where w.slug = $3`,
      [gus.id, stickiesLimit, params.slug],
    )
    const refused = await gus.refused('createSticky', { params, body: { description_html: '<p>More</p>' } })
    expect(refused).toMatchObject({ status: 400 })
  })
})
