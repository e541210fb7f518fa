import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Config, InvalidSettings } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { createFolder } from '../../platform/storage/disk.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/** Where a backup is, made of the same parts as any file that is kept: whole, or not there. */
export type Archive = Pick<Storage, 'put' | 'get' | 'close'>

/** As PostgreSQL quotes names; whatever else somebody has written into a backup is no part of a statement. */
const identifier = z.string().regex(/^([a-z_][a-z0-9_]*|"[^"]+")$/)
const copied = z.object({
  name: identifier,
  columns: z.array(identifier).min(1),
  rows: z.int().min(0),
  parts: z.int().min(0),
})
/** What was copied of one table; columns as they are written in SQL. */
export type CopiedTable = z.infer<typeof copied>

const manifest = z.object({
  /** Of this list and what it stands for. */
  format: z.literal(1),
  made_at: z.string(),
  /** By which the database was made, in order: a version that does not know them all is older than the backup. */
  migrations: z.array(z.string()),
  tables: z.array(copied),
  /** Jobs that waited or were done just then, of pg-boss; null where there were no jobs yet. */
  jobs: copied.nullable(),
  /** No part of a key leads out of where files are kept. */
  files: z.array(
    z.object({ key: z.string().regex(/^(?!\/)(?!(.*\/)?\.\.(\/|$)).+$/), size: z.int().min(0) }),
  ),
})
export type Manifest = z.infer<typeof manifest>

export class BackupProblem extends OperatorError {}

/** A folder, or `s3://bucket/prefix` in the store that is set for files. */
export async function openArchive(
  place: string,
  { s3, appUrl }: Pick<Config, 's3' | 'appUrl'>,
): Promise<Archive> {
  const named = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place)
  if (named === null) return createFolder(resolve(place))
  if (s3 === null)
    throw new InvalidSettings('S3_ENDPOINT and what belongs to it must be set for a backup in S3.')
  const [, bucket = '', folder = ''] = named
  const { createS3Storage } = await import('../../platform/storage/s3.ts')
  const store = await createS3Storage({ ...s3, publicEndpoint: null, bucket, appUrl }, console)
  const at = (key: string) => [folder.replace(/\/+$/, ''), key].filter(Boolean).join('/')
  return {
    put: (key, content, size) => store.put(at(key), content, size),
    get: (key) => store.get(at(key)),
    close: () => store.close(),
  }
}

export async function putText(archive: Archive, key: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  await archive.put(key, Readable.from([bytes]), bytes.byteLength)
}

/** Null when there is none. */
export async function getText(archive: Archive, key: string): Promise<string | null> {
  const stream = await archive.get(key)
  return stream === null ? null : Buffer.concat(await stream.toArray()).toString()
}

const manifestKey = 'manifest.json'

/** Written last: what has one is whole. */
export async function putManifest(archive: Archive, content: Manifest): Promise<void> {
  await putText(archive, manifestKey, `${JSON.stringify(content, null, 1)}\n`)
}

/** Null when there is no whole backup. Throws `BackupProblem` for one that this version cannot read. */
export async function getManifest(archive: Archive): Promise<Manifest | null> {
  const text = await getText(archive, manifestKey)
  if (text === null) return null
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new BackupProblem(
      'This version of Tandem cannot read the backup: a newer one made it, or it is damaged.',
    )
  }
}
