import { InvalidSettings, readConfig } from '#api/config.ts'
import { connectOrStartEmbedded } from '#api/db/embedded-postgres.ts'
import { DatabaseNotThere, migrate } from '#api/db/migrate.ts'
import { installJobs } from '#api/jobs/boss.ts'
import { jobs } from '#api/jobs/list.ts'

/** Brings the database of `DATABASE_URL`, or the embedded one, up to date without serving anything. */
try {
  const { databaseUrl, dataDir } = readConfig()
  const embedded = databaseUrl === null ? await connectOrStartEmbedded({ dataDir, log: console }) : null
  try {
    const url = databaseUrl ?? embedded?.url ?? ''
    await migrate(url, console)
    await installJobs(url, jobs, console)
    console.log('The database is up to date.')
  } finally {
    await embedded?.stop()
  }
} catch (error) {
  const isExplained = error instanceof InvalidSettings || error instanceof DatabaseNotThere
  console.error(isExplained ? error.message : error)
  process.exitCode = 1
}
