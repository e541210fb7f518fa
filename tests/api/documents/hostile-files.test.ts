import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttachmentResponse } from '#common/documents/files/schema.ts'
import { runSql } from '../../support/api-client.ts'
import { type HostileFile, hostileFiles } from '../../support/hostile-files.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { attachFileToItem, fetchAsUser, type TestFile, uploadToStorage } from '../../support/upload.ts'

const corpus = await hostileFiles()

let atlas: ProjectTestServer
let params: { slug: string; project_id: string; id: string }
beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = { ...atlas.params, id: (await atlas.make('With files')).id }
})
afterAll(() => atlas.close())

const add = (file: TestFile) => attachFileToItem(atlas.server, atlas.cast.ann, params, file)
const read = (file: AttachmentResponse, query = '') =>
  fetchAsUser(atlas.server, atlas.cast.ann, file.asset_url + query)
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('security 20, 55: a file of a work item', () => {
  test.each(
    corpus.map((file): [string, string, string, HostileFile] => [file.what, file.becomes, file.why, file]),
  )('that is %s becomes %s: %s', async (_, becomes, __, file) => {
    const kept = await add(file)
    const answer = await read(kept)
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = await bytesOf(answer)
    if (becomes !== 'a picture made anew') {
      expect(answer.headers.get('content-type')).toBe('application/octet-stream')
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
      expect(kept.attributes).toMatchObject({ width: null, size: file.bytes.byteLength })
      expect(bytes.equals(Buffer.from(file.bytes))).toBe(true)
      expect(/^(text\/plain|image\/svg\+xml)$/.test(kept.attributes.type)).toBe(
        becomes === 'text to be saved',
      )
      return
    }
    expect(answer.headers.get('content-type')).toBe(file.type)
    expect(bytes.length).toBe(kept.attributes.size)
    expect(bytes.includes('<script')).toBe(false)
    const { exif, width, height, orientation } = await sharp(bytes).metadata()
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
    expect(kept.attributes).toMatchObject({ width, height })
  })

  test('that is a photograph on its side is upright', async () => {
    const photo = corpus.find(({ name }) => name === 'photo.jpg')
    if (photo === undefined) throw new Error('the corpus has no photograph')
    expect((await add(photo)).attributes).toMatchObject({ type: 'image/jpeg', width: 200, height: 400 })
  })

  test('that is a program by its content is refused', async () => {
    const program = {
      name: 'letter.txt',
      type: 'text/plain',
      bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
    }
    await expect(add(program)).rejects.toThrow('Invalid file type.')
  })

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['photo\u202egnp.txt', 'photognp.txt'],
    ['"quoted"; filename=x.html', '_quoted_; filename=x.html'],
  ])('called %j is saved under a name of its own', async (name, plain) => {
    const kept = await add({ name, type: 'text/plain', bytes: Buffer.from('x') })
    expect(kept.attributes.name).toBe(plain)
    const { headers } = await read(kept)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(plain)}`,
    )
    expect(headers.get('set-cookie')).toBeNull()
  })

  test.each(['a\u0000.png', 'a\r\nSet-Cookie: a=b.txt'])('called %j is refused', async (name) => {
    const body = { name, type: 'image/png', size: 5 }
    expect(await atlas.cast.ann.refused('createAttachment', { params, body })).toMatchObject({ status: 400 })
  })
})

test('security 60: what somebody was given a place for is not taken once they are out', async () => {
  const { max } = atlas.cast
  const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('late') }
  const body = { name: file.name, type: file.type, size: file.bytes.length }
  const uploadTarget = await max.call('createAttachment', { params, body })
  const isIn = (is: boolean) =>
    runSql(atlas.server.databaseUrl, 'update workspace_members set is_active = $1 where member_id = $2', [
      is,
      max.id,
    ])
  await isIn(false)
  expect((await uploadToStorage(atlas.server, uploadTarget, file)).status).toBe(404)
  await isIn(true)
  expect((await uploadToStorage(atlas.server, uploadTarget, file)).status).toBe(204)
})

describe('a picture', () => {
  const make = async (width: number, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png') => ({
    name: `picture.${format}`,
    type: `image/${format}`,
    bytes: await sharp({
      create: { width, height: Math.round(width / 2), channels: 3, background: '#2050a0' },
    })
      .toFormat(format)
      .toBuffer(),
  })

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'in %s is shown, in its own size and smaller',
    async (format) => {
      const kept = await add(await make(2000, format))
      expect(kept.attributes).toMatchObject({ type: `image/${format}`, width: 2000, height: 1000 })
      const own = await read(kept)
      expect(own.headers.get('content-type')).toBe(`image/${format}`)
      expect(own.headers.get('content-disposition')).toMatch(/^inline;/)
      expect(await sharp(await bytesOf(own)).metadata()).toMatchObject({ width: 2000 })
      for (const width of [320, 1280]) {
        const smaller = await read(kept, `?width=${width}`)
        expect(smaller.headers.get('content-type')).toBe('image/webp')
        expect(smaller.headers.get('etag')).not.toBe(own.headers.get('etag'))
        expect(await sharp(await bytesOf(smaller)).metadata()).toMatchObject({ width, height: width / 2 })
      }
    },
  )

  test('that is small is offered as it is', async () => {
    const kept = await add(await make(300))
    const answer = await read(kept, '?width=320')
    expect(await sharp(await bytesOf(answer)).metadata()).toMatchObject({ width: 300, format: 'png' })
  })

  test('is offered in no other widths', async () => {
    const kept = await add(await make(500))
    expect((await read(kept, '?width=100')).status).toBe(400)
  })

  test('that moves goes on moving', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 400, height: 100, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    const kept = await add({ name: 'moves.gif', type: 'image/gif', bytes })
    expect(kept.attributes).toMatchObject({ type: 'image/gif', width: 400, height: 100 })
    for (const query of ['', '?width=320']) {
      const metadata = await sharp(await bytesOf(await read(kept, query))).metadata()
      expect(metadata.pages).toBe(3)
    }
  })
})
