import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#api/platform/config/config.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { signPostPolicy } from '#api/platform/storage/post-policy.ts'
import { type Storage, UnexpectedFileSize } from '#api/platform/storage/storage.ts'
import { startS3, startS3WithRefusals, type UnsupportedS3Feature } from '../../support/s3.ts'

const log = pino({ level: 'silent' })

const limitedStores: Record<string, UnsupportedS3Feature[]> = {
  'an S3 store without newer checksums': ['newer checksums', 'deletes without Content-MD5'],
  'an S3 store without DeleteObjects and forms': ['newer checksums', 'DeleteObjects', 'forms'],
}

const places = ['the disk', 'an S3 store', ...Object.keys(limitedStores)]

describe.each(places)('files on %s', (where) => {
  let storage: Storage
  let dataDir: string
  let stop = async () => {}
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tandem-storage-'))
    const refused = limitedStores[where]
    const s3 = where === 'the disk' ? null : await (refused ? startS3WithRefusals(refused) : startS3())
    if (s3 !== null) stop = s3.close
    storage = await createStorage(readConfig({ DATA_DIR: dataDir, ...s3?.settings }), log)
  })
  afterAll(async () => {
    storage.close()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const bytes = randomBytes(700_001)
  const pieces = (content: Buffer) => Readable.from([content.subarray(0, 300_000), content.subarray(300_000)])
  const read = async (key: string, range?: { start: number; end: number }) => {
    const stream = await storage.get(key, range)
    return stream === null ? null : buffer(stream)
  }

  /**
   * Returns whether a file exists and is not empty. After an interrupted upload, the S3 server of this test
   * stores an empty file, unlike Amazon S3.
   */
  const remains = async (key: string) => ((await storage.size(key)) ?? 0) > 0

  test('are read as they were written, whole or in part', async () => {
    await storage.put('files/a', pieces(bytes), bytes.length)
    expect(await storage.size('files/a')).toBe(bytes.length)
    expect(bytes.equals((await read('files/a')) ?? Buffer.of())).toBe(true)
    expect(await read('files/a', { start: 299_998, end: 300_002 })).toEqual(bytes.subarray(299_998, 300_003))
  })

  test('that are not there are null, and may be removed', async () => {
    expect(await read('files/none')).toBeNull()
    expect(await storage.size('files/none')).toBeNull()
    expect(await storage.move('files/none', 'files/some')).toBe(false)
    await storage.remove(['files/none'])
  })

  test('take the place of what was there, at once', async () => {
    await storage.put('files/b', Readable.from([Buffer.from('first')]), 5)
    await storage.put('files/b', Readable.from([Buffer.from('second')]), 6)
    expect(String(await read('files/b'))).toBe('second')
  })

  test('move and go', async () => {
    await storage.put('incoming/c', Readable.from([Buffer.from('moved')]), 5)
    expect(await storage.move('incoming/c', 'files/c')).toBe(true)
    expect(await read('incoming/c')).toBeNull()
    expect(String(await read('files/c'))).toBe('moved')
    await storage.remove(['files/c', 'files/b'])
    expect(await read('files/c')).toBeNull()
    expect(await read('files/b')).toBeNull()
  })

  test.each([
    ['fewer bytes than announced', 10],
    ['more bytes than announced', 3],
  ])('leave nothing behind when there are %s', async (_, size) => {
    await expect(storage.put('files/d', Readable.from([Buffer.from('12345')]), size)).rejects.toThrow(
      UnexpectedFileSize,
    )
    expect(await remains('files/d')).toBe(false)
  })

  test('leave nothing behind when what comes breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('beginning')
        throw new Error('gone')
      })(),
    )
    await expect(storage.put('files/e', broken, 100)).rejects.toThrow('gone')
    expect(await remains('files/e')).toBe(false)
    if (where === 'the disk') expect(await readdir(join(dataDir, 'files/drafts'))).toEqual([])
  })

  test('that were never confirmed are tidied away, others stay', async () => {
    await storage.put('incoming/f', Readable.from([Buffer.from('f')]), 1)
    await storage.put('files/f', Readable.from([Buffer.from('f')]), 1)
    await storage.removeStaleUploads(new Date(Date.now() - 60_000))
    expect(await storage.size('incoming/f')).toBe(1)
    await storage.removeStaleUploads(new Date(Date.now() + 60_000))
    expect(await storage.size('incoming/f')).toBeNull()
    expect(await storage.size('files/f')).toBe(1)
  })
})

describe('an S3 store that refuses some calls', () => {
  const starting = async (refused: UnsupportedS3Feature[], settings: Record<string, string> = {}) => {
    const s3 = await startS3WithRefusals(refused)
    onTestFinished(s3.close)
    const dataDir = await mkdtemp(join(tmpdir(), 'tandem-storage-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const open = async () => {
      const config = readConfig({
        DATA_DIR: dataDir,
        ...s3.settings,
        S3_PUBLIC_ENDPOINT: s3.settings.S3_ENDPOINT,
        ...settings,
      })
      const storage = await createStorage(config, log)
      onTestFinished(() => storage.close())
      return storage
    }
    return { ...s3, open }
  }

  test.each([
    ['writes', 'did not write an object'],
    ['reads', 'did not read an object'],
    ['copies', 'did not copy an object'],
    ['deletes', 'did not delete an object'],
  ] as const)('stops the start when it refuses %s, and says so', async (refused, message) => {
    const { open, settings } = await starting([refused])
    await expect(open()).rejects.toThrow(
      `The bucket tandem at S3_ENDPOINT ${settings.S3_ENDPOINT} cannot be used. It ${message}: AccessDenied: This store refuses it.`,
    )
  })

  test.each<[string, UnsupportedS3Feature[]]>([
    ['POST', []],
    ['PUT', ['DeleteObjects', 'forms']],
  ])('is left empty by the check, and lets browsers upload by %s', async (method, refused) => {
    const { open, objects } = await starting(refused)
    const storage = await open()
    expect(await objects()).toEqual([])
    const target = await storage.browserUpload('incoming/x', {
      size: 5,
      expires: new Date(Date.now() + 60_000),
    })
    expect(target?.method).toBe(method)
  })

  test('deletes more files than one call takes', async () => {
    const { open, seen } = await starting(['newer checksums', 'deletes without Content-MD5'])
    const storage = await open()
    seen.length = 0
    await storage.remove(Array.from({ length: 1001 }, (_, i) => `files/${i}`))
    expect(seen).toEqual(['POST /tandem/?delete=', 'POST /tandem/?delete='])
  })

  test('has its bucket in the host name when S3_FORCE_PATH_STYLE is false', async () => {
    const address = 'https://files.example.com'
    const later = { size: 1, expires: new Date(Date.now() + 60_000) }
    for (const refused of [[], ['forms']] satisfies UnsupportedS3Feature[][]) {
      const { open } = await starting(refused, { S3_PUBLIC_ENDPOINT: address, S3_FORCE_PATH_STYLE: 'false' })
      const storage = await open()
      const target = await storage.browserUpload('incoming/x', later)
      expect(target?.url).toMatch(/^https:\/\/tandem\.files\.example\.com/)
      const read = await storage.readUrl('files/x', { type: 'text/plain', disposition: 'inline' })
      expect(read).toMatch(/^https:\/\/tandem\.files\.example\.com\/files\/x\?/)
    }
  })
})

/**
 * The values are the example in Amazon's manual, "Browser-Based Upload using HTTP POST (Using AWS Signature Version
 * 4)".
 */
test('a form that is posted to an S3 store is signed as its maker says', () => {
  const example = {
    day: '20151229',
    region: 'us-east-1',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  expect(signPostPolicy(policy.join(''), example)).toBe(
    '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
  )
})

const policy = [
  'eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9',
]
