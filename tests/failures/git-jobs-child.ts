import type { Job } from '#api/platform/context/job.ts'
import { processGitDelivery } from '#api/work/git/process.ts'
import { startTestJobRunner } from '../support/job-runner.ts'

/** Processes received deliveries of forges in a child process: `node git-jobs-child.ts <database url> <data folder>`. */
const [, , databaseUrl = '', dataDir = ''] = process.argv
await startTestJobRunner({ url: 'http://127.0.0.1', dataDir, databaseUrl }, [processGitDelivery as Job])
process.send?.('runs')
