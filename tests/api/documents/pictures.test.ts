import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finalizeUploadedFile } from '#api/documents/files/confirm.ts'
import { fileStorageKey } from '#api/documents/files/keys.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { createPictureProcessor } from '#api/platform/pictures/picture-processor.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { hostileFiles } from '../../support/hostile-files.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { fetchAsUser, type TestFile, uploadToStorage } from '../../support/upload.ts'

const corpus = await hostileFiles()

let atlas: ProjectTestServer
beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const nobody = { cookie: '' }
const photo = async (width = 2000, background = '#2050a0'): Promise<TestFile> => ({
  name: 'me.png',
  type: 'image/png',
  bytes: await sharp({ create: { width, height: width / 2, channels: 3, background } })
    .png()
    .toBuffer(),
})
const body = ({ name, type, bytes }: TestFile, entity_type: string, entity_identifier?: string) => ({
  name,
  type,
  size: bytes.length,
  entity_type,
  entity_identifier,
})

async function setAvatar(who: ApiClient, file: TestFile): Promise<string> {
  const uploadTarget = await who.call('createUserAsset', { body: body(file, 'USER_AVATAR') })
  expect((await uploadToStorage(atlas.server, uploadTarget, file)).status).toBe(204)
  await who.call('confirmUserAsset', { params: { asset_id: uploadTarget.asset_id }, body: {} })
  return uploadTarget.asset_id
}
const avatarOf = async (who: ApiClient) => (await who.call('getMe', {})).avatar_url

describe('the picture of a person', () => {
  test('is small, shown to everybody, and heard of', async () => {
    const { ann } = atlas.cast
    let id = ''
    const changes = await atlas.changes(async () => {
      id = await setAvatar(ann, await photo())
    })
    const url = `/api/assets/v2/static/${id}/`
    expect(changes.map(({ entity, fields }) => [entity, fields])).toEqual([['users', { avatar_url: url }]])
    const answer = await fetchAsUser(atlas.server, nobody, url)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 128 })
    // The server also stores avatars with a width of 128 pixels, for display next to a name. For other
    // widths, it returns the original.
    const widthAt = async (width: number) => {
      const small = await fetchAsUser(atlas.server, nobody, `${url}?width=${width}`)
      return (await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width
    }
    expect([await widthAt(128), await widthAt(320)]).toEqual([128, 256])
  })

  test('takes the place of the one before, and goes', async () => {
    const { max } = atlas.cast
    const first = await setAvatar(max, await photo(300))
    const second = await setAvatar(max, await photo(300, '#a05020'))
    expect(await avatarOf(max)).toBe(`/api/assets/v2/static/${second}/`)
    expect((await fetchAsUser(atlas.server, nobody, `/api/assets/v2/static/${first}/`)).status).toBe(404)
    await max.call('deleteUserAsset', { params: { asset_id: second } })
    expect(await avatarOf(max)).toBeNull()
    await max.call('restoreUserAsset', { params: { asset_id: second } })
    expect(await avatarOf(max)).toBe(`/api/assets/v2/static/${second}/`)
  })

  test('stays when the same is confirmed twice at once', async () => {
    const { max } = atlas.cast
    const file = await photo(300)
    const id = await setAvatar(max, file)
    const storage = await createStorage(
      readConfig({ DATA_DIR: atlas.server.dataDir }),
      pino({ level: 'silent' }),
    )
    // Simulates a concurrent call that confirms the same upload: the file exists when the tested call checks its size,
    // but is moved before the tested call reads it.
    const gone = { ...storage, size: async () => file.bytes.length, get: async () => null }
    const pictures = { prepare: () => Promise.reject(new Error('there is nothing to prepare')), close() {} }
    const attributes = {
      name: file.name,
      type: file.type ?? '',
      size: file.bytes.length,
      width: null,
      height: null,
    }
    await expect(
      finalizeUploadedFile(
        { storage: gone, pictures, log: pino({ level: 'silent' }) },
        { id, attributes, entity_type: 'USER_AVATAR', created_by: max.id },
      ),
    ).rejects.toThrow('has not been uploaded yet')
    expect(await storage.size(fileStorageKey(id))).toBeGreaterThan(0)
    expect((await fetchAsUser(atlas.server, nobody, `/api/assets/v2/static/${id}/`)).status).toBe(200)
    storage.close()
  })

  test('security 63: is made in turns, so that whoever sends many keeps nobody else waiting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-turns-'))
    const input = join(folder, 'sent')
    await writeFile(input, (await photo(300)).bytes)
    const pictures = createPictureProcessor(pino({ level: 'silent' }))
    const order: string[] = []
    const prepare = (sender: string) =>
      pictures.prepare({ input, folder, within: 64, widths: [] }, sender).then(() => order.push(sender))
    await Promise.all([...Array.from({ length: 8 }, () => prepare('eve')), prepare('ann')])
    pictures.close()
    await rm(folder, { recursive: true })
    expect(order.indexOf('ann')).toBeLessThan(3)
  })

  test('is taken away by themselves alone', async () => {
    const { ann, max } = atlas.cast
    const id = await setAvatar(ann, await photo(300))
    await atlas.changingNothing(async () => {
      for (const call of ['deleteUserAsset', 'restoreUserAsset'] as const)
        expect(await max.refused(call, { params: { asset_id: id } })).toMatchObject({ status: 404 })
    })
  })

  const refused = corpus.filter(({ becomes }) => becomes !== 'a picture made anew')
  test.each(refused.map((file) => [file.what, file.why, file] as const))(
    'security 20: is not %s: %s',
    async (_, __, file) => {
      const { ann } = atlas.cast
      const before = await avatarOf(ann)
      const named = { ...file, type: 'image/png' }
      const uploadTarget = await ann.call('createUserAsset', { body: body(named, 'USER_AVATAR') })
      await uploadToStorage(atlas.server, uploadTarget, named)
      const params = { asset_id: uploadTarget.asset_id }
      expect(await ann.refused('confirmUserAsset', { params, body: {} })).toMatchObject({
        status: 400,
        fields: { type: ['Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed.'] },
      })
      expect(await avatarOf(ann)).toBe(before)
      expect(
        (await fetchAsUser(atlas.server, nobody, `/api/assets/v2/static/${uploadTarget.asset_id}/`)).status,
      ).toBe(404)
    },
  )

  test('is refused by its type before it is sent', async () => {
    const file = { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') }
    expect(
      await atlas.cast.ann.refused('createUserAsset', { body: body(file, 'USER_AVATAR') }),
    ).toMatchObject({ status: 400 })
  })
})

describe('the picture of a workspace or project', () => {
  const params = () => atlas.params

  test('is set by its admins alone', async () => {
    const { ann, max } = atlas.cast
    const file = await photo(600)
    for (const [call, type] of [
      ['createWorkspaceAsset', 'WORKSPACE_LOGO'],
      ['createProjectAsset', 'PROJECT_COVER'],
    ] as const) {
      expect(await max.refused(call, { params: params(), body: body(file, type) })).toMatchObject({
        status: 403,
      })
    }
    const logo = await ann.call('createWorkspaceAsset', {
      params: params(),
      body: body(file, 'WORKSPACE_LOGO'),
    })
    await uploadToStorage(atlas.server, logo, file)
    const changes = await atlas.changes(() =>
      ann.call('confirmWorkspaceAsset', { params: { ...params(), asset_id: logo.asset_id }, body: {} }),
    )
    expect(changes).toMatchObject([{ entity: 'workspaces', fields: { logo_url: logo.asset_url } }])
    const cover = await ann.call('createProjectAsset', {
      params: params(),
      body: body(file, 'PROJECT_COVER'),
    })
    await uploadToStorage(atlas.server, cover, file)
    await ann.call('confirmProjectAsset', { params: { ...params(), asset_id: cover.asset_id }, body: {} })
    expect((await fetchAsUser(atlas.server, nobody, cover.asset_url)).status).toBe(200)
    await ann.call('deleteWorkspaceAsset', { params: { ...params(), asset_id: logo.asset_id } })
    expect(await ann.call('getWorkspace', { params: params() })).toMatchObject({ logo_url: null })
    await ann.call('restoreWorkspaceAsset', { params: { ...params(), asset_id: logo.asset_id } })
    expect(await ann.call('getWorkspace', { params: params() })).toMatchObject({ logo_url: logo.asset_url })
  })
})

describe('security 52: the picture of a workspace or project', () => {
  const cases = [
    ['WORKSPACE_LOGO', 'Workspace', 'workspaces', 'logo_url'],
    ['PROJECT_COVER', 'Project', 'projects', 'cover_image_url'],
  ] as const

  test.each(cases)('is no longer set by who was an admin once: %s', async (type, place, table, column) => {
    const { ann, max } = atlas.cast
    const isLogo = place === 'Workspace'
    const params = isLogo ? atlas.params : await atlas.makeProject('Covered', 'COV')
    if (!isLogo) {
      const members = [{ member_id: max.id, role: role.admin }]
      await ann.call('addProjectMembers', { params, body: { members } })
    }
    const owner = isLogo ? atlas.cast.workspace_id : params.project_id
    const setRole = (value: number) =>
      runSql(
        atlas.server.databaseUrl,
        `update ${isLogo ? 'workspace' : 'project'}_members set role = $1
        where member_id = $2 and ${isLogo ? 'workspace' : 'project'}_id = $3`,
        [value, max.id, owner],
      )
    const file = await photo(300)
    const send = async () => {
      const uploadTarget = await max.call(`create${place}Asset`, { params, body: body(file, type) })
      await uploadToStorage(atlas.server, uploadTarget, file)
      return { params: { ...params, asset_id: uploadTarget.asset_id } }
    }
    await setRole(role.admin)
    const [shown, late] = [await send(), await send()]
    await max.call(`confirm${place}Asset`, { ...shown, body: {} })
    await setRole(role.member)
    await atlas.changingNothing(async () => {
      for (const call of [`confirm${place}Asset`, 'confirmWorkspaceAsset'] as const)
        expect(await max.refused(call, { ...late, body: {} })).toMatchObject({ status: 403 })
      expect(await max.refused(`delete${place}Asset`, shown)).toMatchObject({ status: 403 })
    })
    await ann.call(`delete${place}Asset`, shown)
    expect(await max.refused('restoreWorkspaceAsset', shown)).toMatchObject({ status: isLogo ? 403 : 404 })
    expect(
      await runSql(atlas.server.databaseUrl, `select ${column} as shown from ${table} where id = $1`, [
        owner,
      ]),
    ).toEqual([{ shown: null }])
  })
})

describe('a picture in a text', () => {
  test('security 51: is read by those who see the text, and by its sender before there is one', async () => {
    const { ann, max, gus } = atlas.cast
    const item = await atlas.make('With a picture')
    const file = await photo(600)
    const uploadTarget = await max.call('createProjectAsset', {
      params: atlas.params,
      body: body(file, 'ISSUE_DESCRIPTION'),
    })
    await uploadToStorage(atlas.server, uploadTarget, file)
    const at = { ...atlas.params, asset_id: uploadTarget.asset_id }
    await max.call('confirmProjectAsset', { params: at, body: {} })
    const statusFor = async (who: { cookie: string }) =>
      (await fetchAsUser(atlas.server, who, uploadTarget.asset_url)).status
    expect([await statusFor(max), await statusFor(ann), await statusFor(gus)]).toEqual([200, 404, 404])
    await ann.call('adoptAssets', {
      params: { ...atlas.params, entity_id: item.id },
      body: { asset_ids: [uploadTarget.asset_id] },
    })
    expect(await statusFor(ann)).toBe(404)
    await max.call('adoptAssets', {
      params: { ...atlas.params, entity_id: item.id },
      body: { asset_ids: [uploadTarget.asset_id] },
    })
    expect([await statusFor(ann), await statusFor(gus), await statusFor(nobody)]).toEqual([200, 404, 401])
    await atlas.give(item, gus)
    expect(await statusFor(gus)).toBe(200)
    const small = await fetchAsUser(atlas.server, ann, `${uploadTarget.asset_url}?width=320`)
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320)
  })

  test('belongs to nothing that one does not see', async () => {
    const { max } = atlas.cast
    const secret = await atlas.makeProject('Secret', 'SEC')
    const hidden = await atlas.make('Hidden', {}, atlas.cast.ann, secret)
    const file = await photo(300)
    await atlas.changingNothing(async () => {
      for (const id of [hidden.id, newId()]) {
        const sent = { params: atlas.params, body: body(file, 'ISSUE_DESCRIPTION', id) }
        expect(await max.refused('createProjectAsset', sent)).toMatchObject({ status: 404 })
        const adopting = { params: { ...atlas.params, entity_id: id }, body: { asset_ids: [] } }
        expect(await max.refused('adoptAssets', adopting)).toMatchObject({ status: 404 })
      }
    })
  })
})
