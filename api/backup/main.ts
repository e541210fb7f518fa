import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, InvalidSettings, readConfig } from '../config.ts'
import { connectOrStartEmbedded } from '../db/embedded-postgres.ts'
import { DatabaseNotThere } from '../db/migrate.ts'
import { createStorage } from '../storage/create-storage.ts'
import { type Archive, BackupProblem, getText, type Manifest, openArchive } from './archive.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const usage = `
  npm run backup -- FOLDER                 a backup of database, files and secret, while Tandem runs
  npm run restore -- FOLDER                brings it back, into an empty DATA_DIR or DATABASE_URL
                     s3://bucket/prefix    instead of a folder: in the store of the S3 settings
`

async function main([what, place, ...others]: string[]): Promise<void> {
  if ((what !== 'backup' && what !== 'restore') || place === undefined || others.length > 0)
    throw new BackupProblem(usage)
  const began = Date.now()
  // A restore brings the secret along.
  const config = readConfig(undefined, { makesSecret: what === 'backup' })
  const archive = await openArchive(place, config)
  const storage = await createStorage(config, console)
  try {
    const manifest = await withDatabase(config, (databaseUrl) =>
      what === 'backup'
        ? backUp({ databaseUrl, storage, secret: config.secret, archive })
        : restore({ databaseUrl, storage, archive }),
    )
    if (what === 'restore') await restoreSecret(archive, config)
    console.log(summary(what, place, manifest, Date.now() - began))
  } finally {
    storage.close()
    archive.close()
  }
}

async function withDatabase<T>(config: Config, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== null) return work(config.databaseUrl)
  const embedded = await connectOrStartEmbedded({ dataDir: config.dataDir, log: console })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Sessions, links and what is encrypted hold by it. One that is set, or there, is left as it is. */
async function restoreSecret(archive: Archive, { dataDir, secret: set }: Config): Promise<void> {
  const secret = await getText(archive, 'secret')
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
  manifest: Manifest,
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

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isExplained =
    error instanceof BackupProblem || error instanceof InvalidSettings || error instanceof DatabaseNotThere
  console.error(isExplained ? error.message : error)
  process.exitCode = 1
}
