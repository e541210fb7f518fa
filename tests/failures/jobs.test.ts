import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createSettings } from '#api/operation/instance/settings.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import type { Job } from '#api/platform/context/job.ts'
import type { JobQueue } from '#api/platform/context/ports.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { createRateLimits } from '#api/platform/http/limits.ts'
import { newSessionToken } from '#api/platform/http/session.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { createMailer } from '#api/platform/mail/mailer.ts'
import { sendMailJob } from '#api/platform/mail/send-mail.ts'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { createPictureProcessor } from '#api/platform/pictures/picture-processor.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { runSql } from '../support/api-client.ts'
import { BrowserClient, extractEmailCode, readEmailsTo, waitForEmailTo } from '../support/browser-client.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { freePort } from '../support/free-port.ts'
import { startRedis } from '../support/redis.ts'
import { startServerProcess } from '../support/server-process.ts'

const origin = { actor_id: null, mutation_id: null }
const said: string[] = []
const log = pino({ base: null }, { write: (line) => void said.push(line) })
const bus = createBus(null)
const running: JobQueue[] = []
let database: TestDatabase
let orm: Orm
let dataDir: string

beforeAll(async () => {
  database = await createDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'tandem-jobs-'))
  orm = await createOrm(database.url, bus)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  said.length = 0
})
afterAll(async () => {
  await orm.close(true)
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(list: Job[], smtpUrl: string | null = null): Promise<JobQueue> {
  const jobs = createJobQueue(list, { databaseUrl: database.url, em: orm.em, bus, log })
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, SMTP_URL: smtpUrl ?? '' })
  const web = createSafeHttpClient({ reachable: [] })
  const storage = await createStorage(config, log)
  const settings = await createSettings({ config, em: orm.em, bus, log })
  settings.close()
  await jobs.start({
    ...{
      orm,
      log,
      storage,
      mailer: createMailer({ config, settings, log }),
      web,
      config,
      settings,
      bus,
      jobs,
    },
    ...{ enqueue: jobs.enqueue, pictures: createPictureProcessor(log), limits: createRateLimits(config) },
    documents: createDocumentWriter({ em: orm.em, bus, storeDocumentContent, loadStoredHtml }),
  })
  running.push(jobs)
  return jobs
}

const mail = (to: string) => ({ to, subject: 'A subject', text: 'secret-code' })

async function stored(): Promise<number> {
  const [row] = await runSql<{ count: string }>(
    database.url,
    `select count(*) from pgboss.job where data::text like '%secret-code%'`,
  )
  return Number(row?.count)
}

test('a mail is sent once its cause is committed, and leaves nothing', async () => {
  const jobs = await start([sendMailJob])
  await runInChangeBatch(orm.em, origin, async (em) => {
    await jobs.enqueue(em, sendMailJob, mail('commit@example.com'))
    expect(await readEmailsTo({ dataDir }, 'commit@example.com')).toEqual([])
  })
  expect(await waitForEmailTo({ dataDir }, 'commit@example.com')).toContain('secret-code')
  await pollUntilTrue(async () => (await stored()) === 0, 'the job is deleted')
})

test('a mail whose cause is rolled back is not sent', async () => {
  const jobs = await start([sendMailJob])
  const failing = runInChangeBatch(orm.em, origin, async (em) => {
    await jobs.enqueue(em, sendMailJob, mail('rollback@example.com'))
    throw new Error('a rule is broken')
  })
  await expect(failing).rejects.toThrow('a rule is broken')
  expect(await stored()).toBe(0)
  // Jobs run in order, so the rolled-back job will never run if the email of a later job has arrived.
  await runInChangeBatch(orm.em, origin, (em) => jobs.enqueue(em, sendMailJob, mail('later@example.com')))
  await waitForEmailTo({ dataDir }, 'later@example.com')
  expect(await readEmailsTo({ dataDir }, 'rollback@example.com')).toEqual([])
})

test('of two processes one does a job', async () => {
  const done: string[] = []
  const note: Job<{ name: string }> = {
    ...{ name: 'note', retries: 3, retryAfter: [1, 1], endsWithin: 60 },
    async run({ name }) {
      done.push(name)
    },
  }
  const [first] = [await start([note]), await start([note])]
  const names = Array.from({ length: 40 }, (_, at) => `job ${at}`)
  await Promise.all(
    names.map((name) => runInChangeBatch(orm.em, origin, (em) => first.enqueue(em, note, { name }))),
  )
  await pollUntilTrue(() => done.length >= 40, 'all are done')
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  expect(done.toSorted()).toEqual(names.toSorted())
})

test('a job that keeps failing is given up, said and deleted', async () => {
  const broken: Job = {
    ...{ name: 'broken', retries: 1, retryAfter: [1, 1], endsWithin: 60 },
    async run() {
      throw new Error('it is broken')
    },
  }
  const jobs = await start([broken])
  await runInChangeBatch(orm.em, origin, (em) => jobs.enqueue(em, broken, { code: 'secret-code' }))
  await pollUntilTrue(() => said.some((line) => line.includes('tried again')), 'it fails')
  expect(await stored()).toBe(1)
  await pollUntilTrue(() => said.some((line) => line.includes('given up')), 'it is given up')
  await pollUntilTrue(async () => (await stored()) === 0, 'it is deleted')
  expect(said.join()).not.toContain('secret-code')
}, 30_000)

test('a mail is tried again until the mail server takes it', async () => {
  const smtp = await startSmtp()
  smtp.refuses = true
  const jobs = await start([sendMailJob], `smtp://127.0.0.1:${smtp.port}`)
  await runInChangeBatch(orm.em, origin, (em) => jobs.enqueue(em, sendMailJob, mail('smtp@example.com')))
  await pollUntilTrue(() => said.some((line) => line.includes('tried again')), 'it is refused')
  smtp.refuses = false
  await pollUntilTrue(() => smtp.mails.length > 0, 'it is taken')
  await pollUntilTrue(async () => (await stored()) === 0, 'the job is deleted')
  expect(smtp.mails).toEqual([expect.stringContaining('secret-code')])
  smtp.server.close()
}, 30_000)

test('a mail survives kill -9 between commit and sending, once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'tandem-killed-'))
  const redis = await startRedis()
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, SECRET: newSessionToken() }
  // The process with the role `api` sends no email, so it is certain to be killed before the email is sent.
  const first = await startServerProcess(home, { ...env, ROLE: 'api' })
  const email = 'killed@example.com'
  const { status } = await new BrowserClient(first).send('generateMagicCode', { json: { email } })
  expect(status).toBe(200)
  await first.killEverything()
  expect(await readEmailsTo({ dataDir: home }, email)).toEqual([])
  const second = await startServerProcess(home, env)
  expect(extractEmailCode(await waitForEmailTo({ dataDir: home }, email))).toMatch(/^\d{6}$/)
  const other = 'later@example.com'
  await new BrowserClient(second).send('generateMagicCode', { json: { email: other } })
  await waitForEmailTo({ dataDir: home }, other)
  expect(await readEmailsTo({ dataDir: home }, email)).toHaveLength(1)
  expect(await second.stop()).toBe(0)
  await redis.stop()
  await rm(home, { recursive: true, force: true })
}, 60_000)

/** Starts a simplified mail server that accepts emails. */
async function startSmtp(): Promise<{ port: number; server: Server; mails: string[]; refuses: boolean }> {
  const mails: string[] = []
  const server = createServer((socket) => void talk(socket))
  const smtp = { port: await freePort(), server, mails, refuses: false }
  await new Promise<void>((done) => server.listen(smtp.port, '127.0.0.1', done))
  return smtp

  function talk(socket: Socket): void {
    let text: string | null = null
    socket.on('error', () => {})
    socket.write(smtp.refuses ? '421 Not now\r\n' : '220 ready\r\n')
    socket.on('data', (chunk) => {
      if (text === null && /^data\r\n/i.test(String(chunk))) {
        text = ''
        return socket.write('354 go on\r\n')
      }
      if (text === null) return socket.write(/^quit/i.test(String(chunk)) ? '221 bye\r\n' : '250 fine\r\n')
      text += chunk
      if (!text.endsWith('\r\n.\r\n')) return
      mails.push(text)
      text = null
      return socket.write('250 taken\r\n')
    })
  }
}
