import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parsePageHead } from '#api/work/links/page-head.ts'
import { newId } from '#common/platform/ids.ts'
import { extractLinkUrls } from '#common/work/links/rules.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
const servers: Server[] = []

beforeAll(async () => {
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1' })
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterAll(() => atlas.close())

type Item = { id: string; project_id: string }

const at = (item: Item) => ({ ...atlas.params, project_id: item.project_id, id: item.id })
const add = (item: Item, body: object, who = atlas.cast.max) =>
  who.call('createLink', { params: at(item), body })
const listed = (item: Item, who = atlas.cast.max) => who.call('listLinks', { params: at(item) })
const count = async (item: Item) => (await atlas.stored(item))['link_count']

/** Starts a real server and returns its address. No host name resolves to it. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const titled =
  (title: string): RequestListener =>
  (request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/html')
    response.end(`<html><head><title>${title}</title></head></html>`)
  }

describe('a link of a work item', () => {
  test('is added, changed and deleted, counted and published to those who see the item', async () => {
    const { max } = atlas.cast
    const item = await atlas.make('Linked')
    const id = newId()
    const told = await atlas.changes(async () => {
      const made = await add(item, { id, url: 'unreachable.example/a', title: 'A' })
      expect(made).toMatchObject({
        id,
        url: 'http://unreachable.example/a',
        title: 'A',
        issue_id: item.id,
        created_by_id: max.id,
        metadata: {},
      })
      expect(await count(item)).toBe(1)
      const params = { ...at(item), link_id: id }
      await max.call('updateLink', { params, body: { title: '' } })
      expect(await listed(item)).toMatchObject([{ id, title: null }])
      await max.call('deleteLink', { params })
      expect(await count(item)).toBe(0)
    })
    expect(told.map(({ entity, op }) => `${op} ${entity}`)).toEqual([
      'create work_item_links',
      'update work_items',
      'update work_item_links',
      'delete work_item_links',
      'update work_items',
    ])
    const rooms = [`project:${item.project_id}`, `creator:${item.project_id}:${atlas.cast.ann.id}`]
    for (const { entity, audience, fields } of told) {
      expect(audience.toSorted()).toEqual(rooms.toSorted())
      if (entity === 'work_items') expect(Object.keys(fields)).toEqual(['link_count'])
      expect(fields).not.toHaveProperty('issue_created_by')
    }
  })

  test('is restored with its id, as Undo requests', async () => {
    const item = await atlas.make('Back')
    const { id, url, title } = await add(item, { url: 'https://unreachable.example/back', title: 'Back' })
    await atlas.cast.max.call('deleteLink', { params: { ...at(item), link_id: id } })
    expect(await add(item, { id, url, title })).toMatchObject({ id, url, title })
  })

  test('is unique for each URL on an item', async () => {
    const [item, other] = [await atlas.make('Once'), await atlas.make('Other')]
    const first = await add(item, { url: 'http://unreachable.example/once' })
    const second = await add(item, { url: 'http://unreachable.example/twice' })
    await add(other, { url: 'http://unreachable.example/once' })
    const refused = { status: 400, fields: { url: ['URL already exists for this Issue'] } }
    await atlas.changingNothing(async () => {
      const body = { url: 'unreachable.example/once' }
      const { max } = atlas.cast
      expect(await max.refused('createLink', { params: at(item), body })).toMatchObject(refused)
      const params = { ...at(item), link_id: second.id }
      expect(await max.refused('updateLink', { params, body })).toMatchObject(refused)
    })
    const params = { ...at(item), link_id: first.id }
    await atlas.cast.max.call('updateLink', { params, body: { url: first.url, title: 'Same' } })
  })

  test('is added once by two concurrent requests', async () => {
    const item = await atlas.make('Race')
    const body = { url: 'http://unreachable.example/race' }
    const both = await Promise.allSettled([add(item, body), add(item, body, atlas.cast.ann)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await count(item)).toBe(1)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'nowhere',
    'https://a:b@example.com',
  ])('does not lead to %s', async (url) => {
    const item = await atlas.make('Refused')
    await atlas.changingNothing(async () => {
      const refusal = await atlas.cast.max.refused('createLink', { params: at(item), body: { url } })
      expect(refusal).toMatchObject({ status: 400, fields: { url: ['Invalid URL format.'] } })
    })
  })

  test('is added by members to items that are not archived', async () => {
    const { ann, gus, max } = atlas.cast
    const item = await atlas.make('Guarded', { state_id: atlas.states['completed'] })
    const link = await add(item, { url: 'http://unreachable.example/guarded' })
    await atlas.give(item, gus)
    const body = { url: 'http://unreachable.example/other' }
    const params = { ...at(item), link_id: link.id }
    await ann.call('archiveWorkItem', { params: at(item) })
    expect(await listed(item, gus)).toHaveLength(1)
    await atlas.changingNothing(async () => {
      for (const who of [gus, max]) {
        expect(await who.refused('createLink', { params: at(item), body })).toMatchObject({ status: 403 })
        expect(await who.refused('updateLink', { params, body })).toMatchObject({ status: 403 })
        expect(await who.refused('deleteLink', { params })).toMatchObject({ status: 403 })
      }
    })
  })

  test('cannot be changed through another item', async () => {
    const [item, other] = [await atlas.make('Mine'), await atlas.make('Theirs')]
    const link = await add(item, { url: 'http://unreachable.example/mine' })
    await atlas.changingNothing(async () => {
      const params = { ...at(other), link_id: link.id }
      const { max } = atlas.cast
      expect(await max.refused('deleteLink', { params })).toMatchObject({ status: 404 })
      expect(await max.refused('updateLink', { params, body: { title: 'x' } })).toMatchObject({ status: 404 })
    })
  })

  test('is included in an item on request', async () => {
    const item = await atlas.make('Expanded')
    const link = await add(item, { url: 'http://unreachable.example/expanded' })
    const whole = await atlas.cast.max.call('getWorkItem', {
      params: at(item),
      query: { expand: 'issue_link' },
    })
    expect(whole.issue_link).toEqual([link])
  })

  test('moves with its item, and is deleted for those who cannot see the other project', async () => {
    const { ann, max } = atlas.cast
    const next = await atlas.makeProject('Next', 'NXT')
    const item = await atlas.make('Moves')
    const link = await add(item, { url: 'http://unreachable.example/moves' })
    const told = await atlas.changes(() =>
      ann.call('moveWorkItems', {
        params: atlas.params,
        body: { issue_ids: [item.id], new_project_id: next.project_id },
      }),
    )
    const moved = told.find(({ entity }) => entity === 'work_item_links')
    expect(moved).toMatchObject({ op: 'update', fields: { id: link.id, project_id: next.project_id } })
    expect(moved?.audience).toContain(`project:${next.project_id}`)
    expect(moved?.left_audience).toContain(`project:${item.project_id}`)
    // Uses the path of the former project, as changes do that were queued offline before the item was moved.
    const params = { ...at(item), link_id: link.id }
    expect(await ann.call('updateLink', { params, body: { title: 'There' } })).toMatchObject({
      title: 'There',
    })
    expect(await max.refused('updateLink', { params, body: { title: 'Not his' } })).toMatchObject({
      status: 404,
    })
    expect(await listed({ ...item, ...next }, ann)).toMatchObject([{ title: 'There' }])
  })
})

describe('the page of a link', () => {
  test('provides title and icon a moment later', async () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
    const url = await serve((request, response) => {
      if (request.url === '/small.png')
        return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        '<head><title>\n Ships &amp; sails </title><link rel="shortcut icon" href="small.png"></head>',
      )
    })
    const item = await atlas.make('Read')
    const told = await atlas.changes(async () => {
      await add(item, { url })
      await pollUntilTrue(async () => (await listed(item))[0]?.metadata.title !== undefined)
    })
    const favicon = `data:image/png;base64,${picture.toString('base64')}`
    expect(await listed(item)).toMatchObject([{ title: null, metadata: { title: 'Ships & sails', favicon } }])
    expect(told.at(-1)).toMatchObject({
      entity: 'work_item_links',
      op: 'update',
      fields: { issue_id: item.id, metadata: { title: 'Ships & sails', favicon } },
    })
  })

  test('never replaces the title that a person gave', async () => {
    const url = await serve(titled('What the page says'))
    const item = await atlas.make('Named')
    await add(item, { url, title: 'What Max says' })
    await pollUntilTrue(async () => (await listed(item))[0]?.metadata.title === 'What the page says')
    expect(await listed(item)).toMatchObject([{ title: 'What Max says' }])
  })

  test('is loaded again when the URL changes', async () => {
    const [one, two] = [await serve(titled('One')), await serve(titled('Two'))]
    const item = await atlas.make('Elsewhere')
    const { id } = await add(item, { url: one })
    await pollUntilTrue(async () => (await listed(item))[0]?.metadata.title === 'One')
    const changed = await atlas.cast.max.call('updateLink', {
      params: { ...at(item), link_id: id },
      body: { url: two },
    })
    expect(changed.metadata).toEqual({})
    await pollUntilTrue(async () => (await listed(item))[0]?.metadata.title === 'Two')
  })

  test('is ignored if it is not a page', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked++
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"title":"x"}')
    })
    const item = await atlas.make('No page')
    await add(item, { url })
    await pollUntilTrue(async () => asked > 0)
    expect(await listed(item)).toMatchObject([{ title: null, metadata: {} }])
  })

  test.each([
    ['<title>A</title><title>B</title>', 'A'],
    ['<svg><title>Arrow</title></svg><title>Page</title>', 'Page'],
    ['<TITLE lang=en>Caf&eacute; &#x1F6A2;</TITLE>', 'Café 🚢'],
    ['<title>cut off', 'cut off'],
    ['<title>a\u0007b\u0000</title>', 'ab'],
    ['<title><b>bold</b></title>', '<b>bold</b>'],
    ['<title>  </title>', null],
    ['no page at all', null],
    ['<!-- <title>no</title> --><title>yes</title>', 'yes'],
    ['<script>"<title>no</title>"</script><title>yes</title>', 'yes'],
    [`<title>${'🚢'.repeat(300)}</title>`, `${'🚢'.repeat(127)}…`],
  ])('%j is called %j', (html, title) => {
    expect(parsePageHead(new TextEncoder().encode(html), null).title).toBe(title)
  })

  test('is decoded in its own character set', () => {
    const latin = Uint8Array.from(
      Buffer.from('<meta charset="iso-8859-1"><title>Stra\xdfe</title>', 'latin1'),
    )
    expect(parsePageHead(latin, null).title).toBe('Straße')
    expect(parsePageHead(latin, 'utf-8').title).toBe('Stra\ufffde')
    expect(parsePageHead(latin, 'no-such-letters').title).toBe('Stra\ufffde')
  })

  test('offers its icons, best size first', () => {
    const html = `<link rel="icon" sizes="192x192" href="big.png"><link rel="ICON" sizes="32x32" href="fit.png">
      <link rel="stylesheet" href="no.css"><link rel="shortcut icon" href="old.ico">`
    expect(parsePageHead(new TextEncoder().encode(html), null).icons).toEqual([
      'fit.png',
      'old.ico',
      'big.png',
    ])
  })
})

test.each([
  ['example.com', ['http://example.com/'], true],
  [
    'https://a.example/x\nhttps://b.example, https://a.example/x',
    ['https://a.example/x', 'https://b.example/'],
    true,
  ],
  ['<https://a.example> (b.example);', ['https://a.example/', 'http://b.example/'], true],
  ['see https://a.example', ['https://a.example/'], false],
  ['', [], false],
])('in %j are the addresses %j', (text, addresses, isAll) => {
  expect(extractLinkUrls(text)).toEqual({ addresses, isAll })
})
