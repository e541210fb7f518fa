import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { fileStorageKey } from '#api/documents/files/keys.ts'
import { removeUnusedFiles } from '#api/documents/files/remove-unused-files.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import type { Storage } from '#api/platform/storage/storage.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { startS3 } from '../../support/s3.ts'
import { attachFileToItem, uploadToStorage } from '../../support/upload.ts'

const day = 86_400_000

describe.each(['on the disk', 'in an S3 store'])('files of nobody %s', (where) => {
  let atlas: ProjectTestServer
  let orm: Orm
  let storage: Storage
  let stop = async () => {}
  beforeAll(async () => {
    const s3 = where === 'on the disk' ? null : await startS3()
    if (s3 !== null) stop = s3.close
    atlas = await startProjectTestServer({ ...s3?.settings })
    const bus = createBus(null)
    orm = await createOrm(atlas.server.databaseUrl, bus)
    const config = readConfig({ DATA_DIR: atlas.server.dataDir, ...s3?.settings })
    storage = await createStorage(config, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    storage.close()
    await orm.close(true)
    await atlas.close()
    await stop()
  })

  const text = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes') }
  const rows = async (id: string) =>
    (await runSql(atlas.server.databaseUrl, 'select id from file_assets where id = $1', [id])).length
  const isThere = async (id: string) => ({
    row: await rows(id),
    file: await storage.size(fileStorageKey(id)),
  })
  const removeUnused = (later = 0) => removeUnusedFiles(orm, storage, Date.now() + later * day)
  const make = async () => {
    const item = await atlas.make('With a file')
    const params = { ...atlas.params, id: item.id }
    return { params, file: await attachFileToItem(atlas.server, atlas.cast.ann, params, text) }
  }

  test('that were never confirmed go after seven days', async () => {
    const item = await atlas.make('Waits')
    const uploadTarget = await atlas.cast.ann.call('createAttachment', {
      params: { ...atlas.params, id: item.id },
      body: { name: 'a.txt', type: 'text/plain', size: 10 },
    })
    await uploadToStorage(atlas.server, uploadTarget, text)
    await removeUnused(6.9)
    expect(await rows(uploadTarget.asset_id)).toBe(1)
    expect(await storage.size(`incoming/${uploadTarget.asset_id}`)).toBe(10)
    await removeUnused(7.1)
    expect(await rows(uploadTarget.asset_id)).toBe(0)
    expect(await storage.size(`incoming/${uploadTarget.asset_id}`)).toBeNull()
  })

  test('that were taken away go later, those that are there stay', async () => {
    const [kept, gone] = [await make(), await make()]
    await atlas.cast.ann.call('deleteAttachment', {
      params: { ...gone.params, attachment_id: gone.file.id },
    })
    await removeUnused(59)
    expect(await isThere(gone.file.id)).toEqual({ row: 1, file: 10 })
    await removeUnused(61)
    expect(await isThere(gone.file.id)).toEqual({ row: 0, file: null })
    expect(await isThere(kept.file.id)).toEqual({ row: 1, file: 10 })
    const params = { ...gone.params, attachment_id: gone.file.id }
    expect(await atlas.cast.ann.refused('restoreAttachment', { params })).toMatchObject({ status: 404 })
  })

  test('go with the item that was purged', async () => {
    const { params, file } = await make()
    await atlas.cast.ann.call('deleteWorkItem', { params })
    await removeUnused()
    expect(await isThere(file.id)).toEqual({ row: 1, file: 10 })
    await runSql(atlas.server.databaseUrl, 'delete from work_items where id = $1', [params.id])
    await removeUnused()
    expect(await isThere(file.id)).toEqual({ row: 0, file: null })
  })

  test('are found again when somebody died after the file was gone', async () => {
    const { params, file } = await make()
    await runSql(atlas.server.databaseUrl, 'delete from work_items where id = $1', [params.id])
    await storage.remove([fileStorageKey(file.id)])
    await removeUnused()
    expect(await rows(file.id)).toBe(0)
    if (where === 'on the disk') expect(await readdir(join(atlas.server.dataDir, 'files/drafts'))).toEqual([])
  })
})
