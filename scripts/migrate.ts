import { InvalidSettings, readConfig } from '#api/config.ts'
import { connectOrStartEmbedded } from '#api/db/embedded-postgres.ts'
import { migrate } from '#api/db/orm.ts'

/** Brings the database of `DATABASE_URL`, or the embedded one, up to date without serving anything. */
try {
  const { databaseUrl, dataDir } = readConfig()
  const embedded = databaseUrl === null ? await connectOrStartEmbedded({ dataDir, log: console }) : null
  try {
    await migrate(databaseUrl ?? embedded?.url ?? '')
    console.log('The database is up to date.')
  } finally {
    await embedded?.stop()
  }
} catch (error) {
  console.error(error instanceof InvalidSettings ? error.message : error)
  process.exitCode = 1
}
