import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobs } from '#api/job-list.ts'
import {
  type BackupArchive,
  BackupError,
  type BackupManifest,
  getArchiveText,
  openBackupArchive,
} from '#api/operation/backup/archive.ts'
import { createBackup } from '#api/operation/backup/back-up.ts'
import { restoreBackup } from '#api/operation/backup/restore.ts'
import { type Config, readConfig } from '#api/platform/config/config.ts'
import { describeSettingsSource } from '#api/platform/config/settings-file.ts'
import {
  formatCommandName,
  runCommand,
  withDatabase,
  withExistingDatabase,
} from '#api/platform/db/command-line.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import type { Storage } from '#api/platform/storage/storage.ts'

const usage = `
  ${`${formatCommandName('backup')} FOLDER`.padEnd(36)} a backup of database, files and secret, while Tandem runs
  ${`${formatCommandName('restore')} FOLDER`.padEnd(36)} brings it back, into an empty DATA_DIR or DATABASE_URL

  s3://bucket/prefix instead of a folder is a place in the store of the S3 settings.
`

async function main([what, place, ...others]: string[]): Promise<void> {
  if ((what !== 'backup' && what !== 'restore') || place === undefined || others.length > 0)
    throw new BackupError(usage)
  const began = Date.now()
  // A backup needs the existing secret, because a restore also restores the secret. For a backup, no new
  // secret is generated.
  const config = readConfig(undefined, what === 'backup' ? 'nothing' : 'folder')
  const archive = await openBackupArchive(place, config)
  try {
    const manifest =
      what === 'backup' ? await backUpFrom(config, archive) : await restoreInto(config, archive)
    console.log(summary(what, place, manifest, Date.now() - began))
  } finally {
    archive.close()
  }
}

async function backUpFrom(config: Config, archive: BackupArchive): Promise<BackupManifest> {
  return withExistingDatabase(config, (databaseUrl) => {
    if (config.secret === '')
      throw new BackupError(
        `There is no secret: SECRET is not set and ${join(config.dataDir, 'secret')} does not exist. ${describeSettingsSource()}`,
      )
    return withStorage(config, (storage) =>
      createBackup({ databaseUrl, storage, secret: config.secret, archive }),
    )
  })
}

async function restoreInto(config: Config, archive: BackupArchive): Promise<BackupManifest> {
  const manifest = await withDatabase(config, (databaseUrl) =>
    withStorage(config, (storage) => restoreBackup({ databaseUrl, storage, archive, jobs })),
  )
  await restoreSecret(archive, config)
  return manifest
}

async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await createStorage(config, console)
  try {
    return await work(storage)
  } finally {
    storage.close()
  }
}

/**
 * Restores the secret, on which sessions, links and encrypted data depend. A secret that exists already is
 * not replaced.
 */
async function restoreSecret(archive: BackupArchive, { dataDir, secret: set }: Config): Promise<void> {
  const secret = await getArchiveText(archive, 'secret')
  if (secret === null) return
  const path = join(dataDir, 'secret')
  if (set !== '' || existsSync(path)) {
    console.log(
      'The secret that is set here stays. With another than the backup’s, sessions and mailed links end.',
    )
    return
  }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  linkSync(draft, path)
  rmSync(draft)
}

function summary(
  what: 'backup' | 'restore',
  place: string,
  manifest: BackupManifest,
  milliseconds: number,
): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = manifest.files.reduce((sum, { size }) => sum + size, 0) / 1_000_000
  const done = what === 'backup' ? `Backed up to ${place}` : `Restored from ${place}, of ${manifest.made_at}`
  const memory = Math.round(process.resourceUsage().maxRSS / 1000)
  return [
    `${done}:`,
    `${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables,`,
    `${manifest.files.length.toLocaleString('en')} files (${megabytes.toFixed(1)} MB),`,
    `in ${(milliseconds / 1000).toFixed(1)} s with ${memory} MB of memory at most.`,
  ].join(' ')
}

await runCommand(usage, main)
