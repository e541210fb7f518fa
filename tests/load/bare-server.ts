import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '#api/app.ts'
import { createOrm } from '#api/create-orm.ts'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { createSettings } from '#api/operation/instance/settings.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { createRateLimits } from '#api/platform/http/limits.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { sendMailJob } from '#api/platform/mail/send-mail.ts'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { createPictureProcessor } from '#api/platform/pictures/picture-processor.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { newId } from '#common/platform/ids.ts'
import { sendToParent } from './child.ts'

/*
 * Measures what the calls would cost without the code of Tandem. Runs the API once per request and records
 * its statements for PostgreSQL. Then sends the same statements from a bare handler of Node's http server,
 * or as a bare transaction without a server.
 */

export interface RecordedRequest {
  what: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object | undefined
  /**
   * The body of an additional call before each recorded call. It sets another value, because writing the value
   * that is already stored takes fewer statements.
   */
  bodyBefore?: object
  /**
   * Maximum median time in milliseconds. Without it, the maximum is twice the median time of the bare
   * handler.
   */
  most?: number
}

/**
 * A message to this process. The first message contains the requests to record. Each later message names the
 * recorded request to run.
 */
export type BareServerMessage = { record: RecordedRequest[]; cookie: string } | { run: string }

interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

interface Recorded {
  request: RecordedRequest
  statements: Statement[]
  /** The id of the row that the recorded request creates. Null if the request creates no row. */
  id: string | null
  moment: string
}

const [databaseUrl = ''] = process.argv.slice(2)
const recorded = new Map<string, Recorded>()
let statements: Statement[] | null = null
listenToStatements()

const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
const api = await addressOf(createServer(getRequestListener((await createApi()).fetch)))
const bare = await addressOf(createServer((request, response) => void answer(request, response)))
sendToParent({ bare })

process.on('message', (asked: BareServerMessage) => {
  if ('record' in asked) void recordAll(asked.record, asked.cookie).then(() => sendToParent({}))
  else void runOnce(asked.run).then((milliseconds) => sendToParent({ milliseconds }))
})

async function createApi() {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(tmpdir(), `tandem-bare-${process.pid}`),
  })
  const log = pino({ level: 'warn' })
  const bus = createBus(null)
  const orm = await createOrm(databaseUrl, bus)
  const documents = createDocumentWriter({ em: orm.em, bus, storeDocumentContent, loadStoredHtml })
  const jobs = createJobQueue([sendMailJob], { databaseUrl, em: orm.em, bus, log })
  await jobs.start(null)
  return createApp(
    {
      config,
      settings: await createSettings({ config, em: orm.em, bus, log }),
      orm,
      bus,
      log,
      documents,
      jobs,
      storage: await createStorage(config, log),
      pictures: createPictureProcessor(log),
      web: createSafeHttpClient({ reachable: [] }),
      limits: createRateLimits(config),
    },
    { calls: true },
  )
}

function listenToStatements(): void {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [asked, values] = args
    if (statements !== null && typeof asked === 'string') {
      statements.push({ text: asked, ...(Array.isArray(values) && { values }) })
    } else if (statements !== null) statements.push({ ...(asked as Statement) })
    return send.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query })
}

/**
 * Sends each request twice, and records the statements of the second time, when the connection uses prepared
 * statements.
 */
async function recordAll(requests: RecordedRequest[], cookie: string): Promise<void> {
  for (const request of requests) {
    await askApi({ ...request, body: request.bodyBefore ?? request.body }, cookie, null)
    const heard: Statement[] = []
    const id = request.method === 'POST' ? newId() : null
    statements = heard
    const { updated_at } = await askApi(request, cookie, id)
    statements = null
    if (heard.length === 0) throw new Error(`No statement of ${request.what} was heard`)
    recorded.set(request.what, { request, statements: heard, id, moment: updated_at ?? '' })
  }
}

async function askApi(
  { method, path, body }: RecordedRequest,
  cookie: string,
  id: string | null,
): Promise<{ updated_at?: string }> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(id === null ? body : { ...body, id }) }),
  })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return (await response.json()) as { updated_at?: string }
}

/**
 * Returns the milliseconds that the statements of one call take. Rows that the call would create a second
 * time are deleted first.
 */
async function runOnce(what: string): Promise<number> {
  const { statements: all, id, moment } = find(what)
  if (id !== null) await pool.query('delete from work_items where id = $1', [id])
  const now = new Date().toISOString()
  const fresh = all.map((one) => (moment === '' ? one : { ...one, text: one.text.replaceAll(moment, now) }))
  const started = performance.now()
  await sendAll(fresh)
  return performance.now() - started
}

async function sendAll(all: Statement[]): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  const results: pg.QueryResult[] = []
  try {
    for (const one of all) results.push(await client.query(one))
    return results
  } finally {
    client.release()
  }
}

const compress = promisify(brotliCompress)

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const results = await sendAll(find(decodeURIComponent(url.slice(1))).statements)
  const text = JSON.stringify(results.map((result) => result.rows))
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('Content-Encoding', 'br')
  response.end(await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
}

function find(what: string): Recorded {
  const found = recorded.get(what)
  if (found === undefined) throw new Error(`${what} was not recorded`)
  return found
}

async function addressOf(http: Server): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
