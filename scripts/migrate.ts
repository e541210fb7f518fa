import { runCommand, spelled, withDatabase } from '#api/command-line.ts'
import { readConfig } from '#api/config.ts'
import { migrate } from '#api/db/migrate.ts'
import { installJobs } from '#api/jobs/boss.ts'
import { jobs } from '#api/jobs/list.ts'

const usage = `
  ${spelled('migrate')}   brings the database of DATABASE_URL, or the embedded one, up to date without serving anything
`

await runCommand(usage, async () => {
  const update = async (databaseUrl: string) => {
    await migrate(databaseUrl, console)
    await installJobs(databaseUrl, jobs, console)
    console.log('The database is up to date.')
  }
  await withDatabase(readConfig(), update, { isPatient: true })
})
