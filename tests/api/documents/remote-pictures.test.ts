import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendImport, waitForImportReport } from '../../support/imports/send-import.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let host: string
const website = createServer(async (request, response) => {
  const create = { width: 30, height: 20, channels: 3, background: '#2050a0' } as const
  if (request.url === '/moved') response.writeHead(302, { location: '/map.png' }).end()
  else if (request.url === '/page') response.setHeader('content-type', 'text/html').end('<p>Hello</p>')
  else if (request.url === '/large.png')
    response.setHeader('content-type', 'image/png').end(Buffer.alloc(200_000))
  else if (request.url === '/broken.png') response.setHeader('content-type', 'image/png').end('no picture')
  else response.setHeader('content-type', 'image/png').end(await sharp({ create }).png().toBuffer())
})
beforeAll(async () => {
  await new Promise<void>((resolve) => void website.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
  atlas = await startProjectTestServer({ REACHABLE_NETWORKS: '127.0.0.1', FILE_SIZE_LIMIT: '100000' })
})
afterAll(async () => {
  await atlas.close()
  website.close()
})

test('copies a picture of another website into a text, also after a redirect', async () => {
  const { ann, max, eve } = atlas.cast
  const { slug } = atlas.params
  const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Map' } })
  const body = { entity_type: 'PAGE_DESCRIPTION', entity_identifier: page.id } as const
  for (const path of ['/map.png', '/moved']) {
    const { asset_id } = await ann.call('copyRemotePicture', {
      params: { slug },
      body: { ...body, url: host + path },
    })
    await max.call('checkWorkspaceAsset', { params: { slug, asset_id } })
    expect(await eve.refused('checkWorkspaceAsset', { params: { slug, asset_id } })).toMatchObject({
      status: 404,
    })
  }
})

test('copies pictures of other websites into an imported page, and links and reports the others', async () => {
  const { max } = atlas.cast
  const bytes = `# Map\n\n![Rivers](${host}/map.png)\n\n![Roads](${host}/page)\n\n![Night](${host}/large.png)\n`
  const { answer } = await sendImport(atlas.server, max, atlas.params, { name: 'map.md', bytes })
  const { notes } = await waitForImportReport(max, atlas.params, answer.id)
  const page_id = notes.find(({ kind }) => kind === 'page')?.page_id ?? ''
  const { description_html } = await max.call('getPage', { params: { ...atlas.params, page_id } })
  expect(description_html).toMatch(/<image-component src="[0-9a-f-]{36}"[^>]* alt="Rivers"/)
  expect(description_html).not.toContain(`${host}/map.png`)
  for (const path of ['/page', '/large.png']) expect(description_html).toContain(`href="${host}${path}"`)
  expect(notes.filter(({ kind }) => kind === 'lost_picture')).toMatchObject([
    { text: `${host}/page`, reason: 'not_read' },
    { text: `${host}/large.png`, reason: 'too_large' },
  ])
})

test('rejects what is no picture or too large, and stores nothing', async () => {
  const { ann } = atlas.cast
  const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Map' } })
  const refuse = (url: string) =>
    ann.refused('copyRemotePicture', {
      params: { slug: atlas.params.slug },
      body: { url, entity_type: 'PAGE_DESCRIPTION', entity_identifier: page.id },
    })
  await atlas.changingNothing(async () => {
    expect(await refuse(`${host}/large.png`)).toMatchObject({ status: 413 })
    for (const url of [`${host}/page`, 'file:///etc/passwd', 'nowhere', 'http://unreachable.example/a.png'])
      expect(await refuse(url)).toMatchObject({ status: 400 })
  })
  expect(await refuse(`${host}/broken.png`)).toMatchObject({ status: 400 })
})

test('security 19, 48: the server loads no picture for people without access, nor from private networks', async () => {
  const { ann, max, eve, gus } = atlas.cast
  const page = await ann.call('createPage', { params: atlas.params, body: { name: 'Own', access: 1 } })
  let requests = 0
  website.on('request', () => requests++)
  const body = {
    url: `${host}/map.png`,
    entity_type: 'PAGE_DESCRIPTION',
    entity_identifier: page.id,
  } as const
  await atlas.changingNothing(async () => {
    for (const who of [max, gus, eve])
      expect(
        await who.refused('copyRemotePicture', { params: { slug: atlas.params.slug }, body }),
      ).toMatchObject({
        status: 404,
      })
    for (const url of ['http://10.0.0.1/a.png', 'http://169.254.169.254/a.png', 'http://[::1]/a.png'])
      expect(
        await ann.refused('copyRemotePicture', {
          params: { slug: atlas.params.slug },
          body: { ...body, url },
        }),
      ).toMatchObject({ status: 400 })
  })
  expect(requests).toBe(0)
})
