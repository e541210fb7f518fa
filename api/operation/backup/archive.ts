import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Config, InvalidSettings } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { createFolderStorage } from '../../platform/storage/disk.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/**
 * The storage that contains a backup. Like the file storage, it stores each file completely or not at all.
 */
export type BackupArchive = Pick<Storage, 'put' | 'get' | 'close'>

/** Accepts only names that are valid SQL identifiers, so that a manipulated backup cannot inject SQL. */
const identifier = z.string().regex(/^([a-z_][a-z0-9_]*|"[^"]+")$/)
const copied = z.object({
  name: identifier,
  columns: z.array(identifier).min(1),
  rows: z.int().min(0),
  parts: z.int().min(0),
})
/** A table in the backup. The column names are quoted as in SQL. */
export type ExportedTable = z.infer<typeof copied>

const manifest = z.object({
  /** Version of the manifest format. */
  format: z.literal(1),
  made_at: z.string(),
  /**
   * Names of the migrations, in order. If a program does not know all of these migrations, it is older than
   * the backup.
   */
  migrations: z.array(z.string()),
  tables: z.array(copied),
  /**
   * The jobs of the job queue (pg-boss) that were waiting or finished at the time of the backup. Is null if the
   * job queue had not created its tables yet.
   */
  jobs: copied.nullable(),
  /** The pattern rejects storage keys that would leave the storage folder. */
  files: z.array(
    z.object({ key: z.string().regex(/^(?!\/)(?!(.*\/)?\.\.(\/|$)).+$/), size: z.int().min(0) }),
  ),
})
export type BackupManifest = z.infer<typeof manifest>

export class BackupError extends OperatorError {}

/** Opens the folder, or `s3://bucket/prefix` in the configured S3 store, that contains the backup. */
export async function openBackupArchive(
  place: string,
  { s3, appUrl }: Pick<Config, 's3' | 'appUrl'>,
): Promise<BackupArchive> {
  const named = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place)
  if (named === null) return createFolderStorage(resolve(place))
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

export async function putArchiveText(archive: BackupArchive, key: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  await archive.put(key, Readable.from([bytes]), bytes.byteLength)
}

/** Returns the content of a file in the backup, or null when the file does not exist. */
export async function getArchiveText(archive: BackupArchive, key: string): Promise<string | null> {
  const stream = await archive.get(key)
  return stream === null ? null : Buffer.concat(await stream.toArray()).toString()
}

const manifestKey = 'manifest.json'

/**
 * Writes the manifest. It is the last file of a backup, so its presence proves that the backup is complete.
 */
export async function putManifest(archive: BackupArchive, content: BackupManifest): Promise<void> {
  await putArchiveText(archive, manifestKey, `${JSON.stringify(content, null, 1)}\n`)
}

/**
 * Returns the manifest, or null when there is no complete backup. Throws `BackupError` if the manifest is damaged or
 * has a format that this version cannot read.
 */
export async function getManifest(archive: BackupArchive): Promise<BackupManifest | null> {
  const text = await getArchiveText(archive, manifestKey)
  if (text === null) return null
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new BackupError(
      'This version of Tandem cannot read the backup: a newer one made it, or it is damaged.',
    )
  }
}
