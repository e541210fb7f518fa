import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachmentCalls } from '#common/documents/files/calls.ts'
import type { AttachmentResponse } from '#common/documents/files/schema.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { type ApiClient, fillPath } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { startS3, startS3WithRefusals } from '../../support/s3.ts'
import { attachFileToItem, fetchAsUser, type TestFile, uploadToStorage } from '../../support/upload.ts'

const places = [
  'on the disk',
  'in an S3 store',
  'straight to and from an S3 store',
  'straight to and from an S3 store without forms',
] as const

describe.each(places)('files of work items %s', (where) => {
  let atlas: ProjectTestServer
  let item: WorkItemRow
  let stop = async () => {}
  beforeAll(async () => {
    const isLimited = where.endsWith('without forms')
    const start = () =>
      isLimited ? startS3WithRefusals(['newer checksums', 'DeleteObjects', 'forms']) : startS3()
    const s3 = where === 'on the disk' ? null : await start()
    if (s3 !== null) stop = s3.close
    const isStraight = where.startsWith('straight')
    atlas = await startProjectTestServer({
      FILE_SIZE_LIMIT: '1000000',
      ...s3?.settings,
      ...(isStraight && { S3_PUBLIC_ENDPOINT: s3?.settings.S3_ENDPOINT }),
    })
    item = await atlas.make('With files')
  })
  afterAll(async () => {
    await atlas.close()
    await stop()
  })

  const at = (one: { id: string } = item) => ({ ...atlas.params, id: one.id })
  const text: TestFile = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes') }
  const add = (file: TestFile = text, who: ApiClient = atlas.cast.ann, one = item) =>
    attachFileToItem(atlas.server, who, at(one), file)
  const read = (file: AttachmentResponse, headers = {}, who: ApiClient = atlas.cast.ann, method = 'GET') =>
    fetchAsUser(atlas.server, who, file.asset_url, headers, method)
  const counted = async (one: { id: string }) => (await atlas.stored(one))['attachment_count']

  test('are requested, uploaded, confirmed and then published', async () => {
    const { ann, max } = atlas.cast
    const one = await atlas.make('Gets a file')
    let file: AttachmentResponse | undefined
    const changes = await atlas.changes(async () => {
      file = await add(text, max, one)
    })
    expect(changes.map(({ entity, op }) => [entity, op])).toEqual([
      ['work_item_attachments', 'create'],
      ['work_items', 'update'],
    ])
    expect(changes[1]?.fields).toMatchObject({ attachment_count: 1 })
    expect(file).toMatchObject({
      issue_id: one.id,
      attributes: { name: 'notes.txt', size: 10, type: 'text/plain' },
      created_by: max.id,
    })
    expect(changes[0]?.fields).toMatchObject({ id: file?.id, issue_id: one.id, attributes: file?.attributes })
    expect(await ann.call('listAttachments', { params: at(one) })).toEqual([file])
    const detail = await ann.call('getWorkItem', { params: at(one), query: { expand: 'issue_attachments' } })
    expect(detail.issue_attachments).toEqual([file])
  })

  test('are served as uploaded and never executed', async () => {
    const bytes = randomBytes(300_000)
    const answer = await read(await add({ name: 'Öl "raw".bin', bytes }))
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="_l _raw_.bin"; filename\*=UTF-8''%C3%96l%20_raw_.bin$/,
    )
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    if (where.startsWith('straight')) return
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('are served in ranges', async () => {
    const bytes = randomBytes(1000)
    const file = await add({ name: 'film.bin', bytes })
    const part = await read(file, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 100-199/1000')
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
    // If clients can reach the store directly, the store answers the following requests, so Tandem's own
    // responses cannot be tested.
    if (where.startsWith('straight')) return
    const last = await read(file, { range: 'bytes=-10' })
    expect(Buffer.from(await last.arrayBuffer())).toEqual(bytes.subarray(990))
    expect((await read(file, { range: 'bytes=1000-' })).status).toBe(416)
  })

  test('are not sent again if the client has them', async () => {
    const file = await add()
    const first = await read(file)
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    if (where.startsWith('straight')) return expect(etag).not.toBe('')
    const again = await read(file, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const changed = await read(file, { range: 'bytes=0-1', 'if-range': '"another"' })
    expect([changed.status, await changed.text()]).toEqual([200, 'Some notes'])
    const head = await read(file, {}, atlas.cast.ann, 'HEAD')
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['10', ''])
  })

  test('are uploaded as a form with an API token, for every kind of file', async () => {
    const one = await atlas.make('Sent with a token')
    const { token } = await atlas.cast.ann.call('createApiToken', { body: {} })
    const answer = await fetch(atlas.server.url + fillPath(attachmentCalls.createAttachment.path, at(one)), {
      method: 'POST',
      headers: { 'x-api-key': token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'a.txt', type: 'text/plain', size: 10 }),
    })
    const uploadTarget = attachmentCalls.createAttachment.answer.parse(await answer.json())
    expect(uploadTarget.upload_data.method).toBe('POST')
    expect((await uploadToStorage(atlas.server, uploadTarget, text)).ok).toBe(true)
    const params = { ...at(one), attachment_id: uploadTarget.asset_id }
    await atlas.cast.ann.call('confirmAttachment', { params, body: {} })
    expect(await counted(one)).toBe(1)
  })

  test('belong to nobody until they are confirmed', async () => {
    const { ann } = atlas.cast
    const one = await atlas.make('Waits')
    const uploadTarget = await ann.call('createAttachment', {
      params: at(one),
      body: { name: 'a.txt', type: 'text/plain', size: 10 },
    })
    expect(uploadTarget.attachment).toMatchObject({
      id: uploadTarget.asset_id,
      attributes: { name: 'a.txt', type: 'text/plain', size: 10 },
    })
    const params = { ...at(one), attachment_id: uploadTarget.asset_id }
    expect(await ann.refused('confirmAttachment', { params, body: {} })).toMatchObject({ status: 400 })
    await uploadToStorage(atlas.server, uploadTarget, text)
    expect(await ann.call('listAttachments', { params: at(one) })).toEqual([])
    expect((await fetchAsUser(atlas.server, ann, uploadTarget.asset_url)).status).toBe(404)
    const confirmed = await ann.call('confirmAttachment', { params, body: {} })
    expect(await ann.call('confirmAttachment', { params, body: {} })).toEqual(confirmed)
    expect(await counted(one)).toBe(1)
  })

  test('are confirmed only by the uploader', async () => {
    const { ann, max } = atlas.cast
    const uploadTarget = await ann.call('createAttachment', {
      params: at(),
      body: { name: 'a.txt', type: 'text/plain', size: 10 },
    })
    await uploadToStorage(atlas.server, uploadTarget, text)
    const params = { ...at(), attachment_id: uploadTarget.asset_id }
    await atlas.changingNothing(async () =>
      expect(await max.refused('confirmAttachment', { params, body: {} })).toMatchObject({ status: 403 }),
    )
  })

  test('cannot be overwritten after confirmation', async () => {
    const { ann } = atlas.cast
    const uploadTarget = await ann.call('createAttachment', {
      params: at(),
      body: { name: 'a.txt', type: 'text/plain', size: 10 },
    })
    await uploadToStorage(atlas.server, uploadTarget, text)
    const params = { ...at(), attachment_id: uploadTarget.asset_id }
    const file = await ann.call('confirmAttachment', { params, body: {} })
    const late = await uploadToStorage(atlas.server, uploadTarget, {
      ...text,
      bytes: Buffer.from('Other note'),
    })
    if (!where.startsWith('straight')) expect(late.status).toBe(404)
    expect(await (await read(file)).text()).toBe('Some notes')
  })

  test('are deleted and restored', async () => {
    const { ann, max } = atlas.cast
    const one = await atlas.make('Loses a file')
    const file = await add(text, max, one)
    const params = { ...at(one), attachment_id: file.id }
    const changes = await atlas.changes(() => max.call('deleteAttachment', { params }))
    expect(changes.map(({ entity, op }) => [entity, op])).toContainEqual(['work_item_attachments', 'delete'])
    expect(await counted(one)).toBe(0)
    expect((await read(file)).status).toBe(404)
    expect(await ann.call('listAttachments', { params: at(one) })).toEqual([])
    await max.call('restoreAttachment', { params })
    expect(await counted(one)).toBe(1)
    expect(await (await read(file)).text()).toBe('Some notes')
  })

  test('of others are deleted by admins only', async () => {
    const { ann, max } = atlas.cast
    const file = await add()
    const params = { ...at(), attachment_id: file.id }
    await atlas.changingNothing(async () =>
      expect(await max.refused('deleteAttachment', { params })).toMatchObject({ status: 403 }),
    )
    await ann.call('deleteAttachment', { params: { ...at(), attachment_id: (await add(text, max)).id } })
  })

  test.each<[string, object, number, string]>([
    [
      'too large',
      { name: 'a.txt', type: 'text/plain', size: 1_000_001 },
      413,
      'A file can have at most 1000000 bytes.',
    ],
    ['empty', { name: 'a.txt', type: 'text/plain', size: 0 }, 400, 'The file is empty.'],
    ['a program by its name', { name: 'a.EXE', type: 'text/plain', size: 9 }, 400, 'Invalid file type.'],
    ['of a type that nobody knows', { name: 'a.x', type: 'x/y', size: 9 }, 400, 'Invalid file type.'],
  ])('that are %s are refused before they are sent', async (_, body, status, reason) => {
    await atlas.changingNothing(async () => {
      const refused = await atlas.cast.ann.refused('createAttachment', { params: at(), body })
      expect(refused.status).toBe(status)
      expect(Object.values(refused.fields ?? {})).toEqual([[reason]])
    })
  })

  test('count again after being restored', async () => {
    const { ann } = atlas.cast
    const one = await atlas.make('Asked twice')
    const body = { id: newId(), name: 'a.txt', type: 'text/plain', size: 10 }
    await ann.call('createAttachment', { params: at(one), body })
    const uploadTarget = await ann.call('createAttachment', { params: at(one), body })
    await uploadToStorage(atlas.server, uploadTarget, text)
    await ann.call('confirmAttachment', {
      params: { ...at(one), attachment_id: uploadTarget.asset_id },
      body: {},
    })
    expect(await ann.refused('createAttachment', { params: at(one), body })).toMatchObject({ status: 409 })
    expect(await counted(one)).toBe(1)
  })

  test('move with their item to another project', async () => {
    const { ann } = atlas.cast
    const one = await atlas.make('Moves')
    const file = await add(text, ann, one)
    const there = await atlas.makeProject(`Elsewhere ${where}`, `E${places.indexOf(where)}X`)
    const changes = await atlas.changes(() =>
      ann.call('moveWorkItems', {
        params: atlas.params,
        body: { issue_ids: [one.id], new_project_id: there.project_id },
      }),
    )
    const moved = changes.find(({ entity }) => entity === 'work_item_attachments')
    expect(moved).toMatchObject({ op: 'update', fields: { project_id: there.project_id } })
    const [listed] = await ann.call('listAttachments', { params: { ...there, id: one.id } })
    expect(listed).toMatchObject({ id: file.id, project_id: there.project_id })
    for (const url of [file.asset_url, listed?.asset_url ?? '']) {
      expect(await (await fetchAsUser(atlas.server, ann, url)).text()).toBe('Some notes')
    }
    expect((await fetchAsUser(atlas.server, atlas.cast.max, file.asset_url)).status).toBe(404)
  })

  test('of an archived item do not change', async () => {
    const { ann } = atlas.cast
    const one = await atlas.make('Archived', { state_id: atlas.states['completed'] })
    const file = await add(text, ann, one)
    await ann.call('archiveWorkItem', { params: at(one) })
    const params = { ...at(one), attachment_id: file.id }
    expect(await ann.refused('deleteAttachment', { params })).toMatchObject({ status: 403 })
    const body = { name: 'a.txt', type: 'text/plain', size: 10 }
    expect(await ann.refused('createAttachment', { params: at(one), body })).toMatchObject({ status: 403 })
    expect(await (await read(file)).text()).toBe('Some notes')
  })

  test('security 2: are visible only to those who see the item', async () => {
    const { ann, max, gus, eve } = atlas.cast
    const [file, own] = [await add(), await add(text, ann, await mineOf(gus))]
    expect((await read(file, {}, max)).status).toBe(200)
    expect((await read(file, {}, gus)).status).toBe(404)
    expect((await read(own, {}, gus)).status).toBe(200)
    expect((await read(file, {}, eve)).status).toBe(404)
    expect((await read(file, {}, { ...ann, cookie: '' })).status).toBe(401)
    const elsewhere = file.asset_url.replace(atlas.params.project_id, atlas.eves.project_id)
    expect(
      (await fetchAsUser(atlas.server, eve, elsewhere.replace('/acme/', `/${atlas.eves.slug}/`))).status,
    ).toBe(404)
  })

  async function mineOf(who: ApiClient) {
    const one = await atlas.make('Own')
    await atlas.give(one, who)
    return one
  }
})

describe('a form with a file', () => {
  let atlas: ProjectTestServer
  let item: WorkItemRow
  beforeAll(async () => {
    atlas = await startProjectTestServer({ FILE_SIZE_LIMIT: '1000000' })
    item = await atlas.make('With files')
  })
  afterAll(() => atlas.close())

  const bytes = Buffer.from('Some notes')
  const slotFor = (size = bytes.length) =>
    atlas.cast.ann.call('createAttachment', {
      params: { ...atlas.params, id: item.id },
      body: { name: 'a.txt', type: 'text/plain', size },
    })
  const kept = async () => [
    ...(await readdir(join(atlas.server.dataDir, 'files/drafts')).catch(() => [])),
    ...(await readdir(join(atlas.server.dataDir, 'files/incoming')).catch(() => [])),
  ]

  test.each<[string, (fields: Record<string, string>) => Record<string, string>]>([
    ['another file’s id', (fields) => ({ ...fields, asset_id: newId() })],
    ['another size', (fields) => ({ ...fields, size: '11' })],
    ['a later end', (fields) => ({ ...fields, expires: '9999999999999' })],
    ['no signature', ({ signature: _, ...fields }) => fields],
    ['no fields at all', () => ({})],
  ])('is refused with %s, and nothing is kept', async (_, alter) => {
    const { upload_data } = await slotFor()
    const forged = { upload_data: { ...upload_data, fields: alter(upload_data.fields) } }
    expect((await uploadToStorage(atlas.server, forged, { name: 'a.txt', bytes })).status).toBe(400)
    expect(await kept()).toEqual([])
  })

  test('is rejected if the file is larger or smaller than announced', async () => {
    for (const size of [5, 20]) {
      const sent = await uploadToStorage(atlas.server, await slotFor(size), { name: 'a.txt', bytes })
      expect([sent.status, await sent.text()]).toEqual([
        400,
        expect.stringContaining('differs from the announced size'),
      ])
    }
    expect(await kept()).toEqual([])
  })

  test('is rejected immediately if it exceeds the maximum size', async () => {
    const sent = await uploadToStorage(atlas.server, await slotFor(), {
      name: 'a.txt',
      bytes: randomBytes(1_100_000),
    })
    expect(sent.status).toBe(413)
    expect(await kept()).toEqual([])
  })

  test.each([
    [
      'without a file',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    ],
    ['that breaks off', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"'],
    ['without a boundary', 'multipart/form-data', '--x'],
    ['of another kind', 'text/plain', 'hello'],
  ])('%s is refused in words', async (_, type, body) => {
    const sent = await fetch(`${atlas.server.url}/api/assets/v2/upload/`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(sent.status).toBe(400)
    expect(await sent.json()).toMatchObject({ code: 'invalid' })
  })
})
