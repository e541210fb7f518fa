import { jobs } from '#api/job-list.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { formatCommandName, runCommand, withDatabase } from '#api/platform/db/command-line.ts'
import { migrate } from '#api/platform/db/migrate.ts'
import { createJobTables } from '#api/platform/jobs/boss.ts'

const usage = `
  ${formatCommandName('migrate')}   brings the database of DATABASE_URL, or the embedded one, up to date without serving anything
`

await runCommand(usage, async () => {
  const update = async (databaseUrl: string) => {
    await migrate(databaseUrl, console)
    await createJobTables(databaseUrl, jobs, console)
    console.log('The database is up to date.')
  }
  await withDatabase(readConfig(), update, { isPatient: true })
})
