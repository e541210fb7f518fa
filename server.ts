import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type Logger, pino } from 'pino'
import { createApp } from '#api/app.ts'
import { createOrm } from '#api/create-orm.ts'
import { compactDocumentsAtStartup } from '#api/documents/content/compact-documents-at-startup.ts'
import { createDocumentWriter } from '#api/documents/content/document-writer.ts'
import { loadStoredHtml, storeDocumentContent } from '#api/documents/content/owners.ts'
import { publishAccessChangesOnCommit } from '#api/documents/content/rights-changed.ts'
import { jobs as everyJob } from '#api/job-list.ts'
import { storePublicAddress } from '#api/operation/instance/people-address.ts'
import { createSettings } from '#api/operation/instance/settings.ts'
import { publishAddedMembers } from '#api/organization/workspaces/added-members.ts'
import { createBus } from '#api/platform/bus.ts'
import { type Config, readConfig } from '#api/platform/config/config.ts'
import { OperatorError } from '#api/platform/config/operator-error.ts'
import { connectOrStartEmbedded } from '#api/platform/db/embedded-postgres.ts'
import { migrate } from '#api/platform/db/migrate.ts'
import { type FeedReader, startFeedReader } from '#api/platform/feed/reader.ts'
import { createConnectionDrain } from '#api/platform/http/drain.ts'
import { createRateLimits } from '#api/platform/http/limits.ts'
import { answerMalformedRequests, maxHeaderBytes } from '#api/platform/http/malformed.ts'
import { createProxyWatch } from '#api/platform/http/proxy-watch.ts'
import { startRequestsFairly } from '#api/platform/http/start-requests-fairly.ts'
import { serveWebClient } from '#api/platform/http/web.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { createMailer } from '#api/platform/mail/mailer.ts'
import { createSafeHttpClient } from '#api/platform/outgoing/safe-client.ts'
import { createPictureProcessor } from '#api/platform/pictures/picture-processor.ts'
import { createStorage } from '#api/platform/storage/create-storage.ts'
import { changeFeedReaders } from '#api/readers.ts'
import { servePublishedPageEvents } from '#api/sharing/publish/page-events.ts'
import { createRealtime } from '#realtime/realtime.ts'

export interface RunningServer {
  url: string
  /** Drains requests, stores documents, and closes sockets and database within ten seconds. */
  close(): Promise<void>
}

/** Milliseconds for the shutdown. Docker kills after ten seconds; half a second is reserved for the exit. */
const endsWithin = 9500
/** The part that is reserved for the embedded PostgreSQL, which stops last. */
const databaseEndsWithin = 4000
/** The part that is reserved for storing documents and closing database connections. */
const storesWithin = 1500

/** Starts everything on one port. Resolves when requests are answered. `follows` are the readers of the change feed. */
export async function startServer(
  config: Config,
  log: Logger = createLog(config),
  follows: readonly FeedReader[] = changeFeedReaders,
): Promise<RunningServer> {
  // Closed in reverse order. A failed start (such as a taken port) closes what was opened.
  await using opened = new AsyncDisposableStack()
  let endsAt = 0
  /** Remaining milliseconds for a part, minus the time reserved for later parts. Counts from the first call. */
  const left = (kept: number) => {
    endsAt ||= Date.now() + endsWithin
    return Math.max(0, endsAt - Date.now() - kept)
  }
  const database =
    config.databaseUrl === null ? await connectOrStartEmbedded({ dataDir: config.dataDir, log }) : null
  opened.defer(() => database?.stop(left(0)))
  const bus = createBus(config.redisUrl)
  opened.defer(() => bus.close())
  const databaseUrl = config.databaseUrl ?? database?.url ?? ''
  await migrate(databaseUrl, log)
  const orm = await createOrm(databaseUrl, bus)
  opened.defer(() => within(left(databaseEndsWithin), orm.close(true)))
  publishAccessChangesOnCommit(orm.em, bus)
  const settings = await createSettings({ config, em: orm.em, bus, log })
  opened.defer(() => settings.close())
  publishAddedMembers(orm.em, bus)
  await storePublicAddress(orm.em.fork(), config.appUrl)
  const storage = await createStorage(config, log)
  opened.defer(() => storage.close())
  const pictures = createPictureProcessor(log)
  opened.defer(() => pictures.close())
  const limits = createRateLimits(config)
  opened.defer(() => limits.close())
  const documents = createDocumentWriter({ em: orm.em, bus, storeDocumentContent, loadStoredHtml })
  await compactDocumentsAtStartup({ em: orm.em, storeDocumentContent, loadStoredHtml }, log)
  const works = serves(config, 'worker')
  const jobs = createJobQueue(everyJob, { databaseUrl, em: orm.em, bus, log })
  opened.defer(() => within(left(databaseEndsWithin), jobs.stop()))
  const web = createSafeHttpClient({ reachable: config.reachableNetworks })
  const proxyWatch = createProxyWatch(config, log)
  const deps = {
    config,
    settings,
    orm,
    bus,
    log,
    limits,
    proxyWatch,
    documents,
    jobs,
    storage,
    pictures,
    web,
  }
  const app = createApp(deps, { calls: serves(config, 'api') })
  const publishedPages = serves(config, 'api') ? servePublishedPageEvents(app, deps) : null
  if (serves(config, 'api')) await serveWebClient(app, config.webDir)
  const http = createServer(
    { maxHeaderSize: maxHeaderBytes },
    startRequestsFairly(getRequestListener(app.fetch)),
  )
  answerMalformedRequests(http)
  proxyWatch.observe(http)
  const live = serves(config, 'realtime') ? createRealtime(http, deps) : null
  const readerPorts = { em: orm.em, bus, log, enqueue: jobs.enqueue }
  const stopReaders = works ? follows.map((reader) => startFeedReader(reader, readerPorts)) : []
  const drain = createConnectionDrain(http)
  opened.defer(async () => {
    publishedPages?.close()
    const drained = drain(left(databaseEndsWithin + storesWithin))
    await within(
      left(databaseEndsWithin + storesWithin / 3),
      Promise.all([live?.close(), drained, jobs.stop(), ...stopReaders.map((stop) => stop())]),
    )
  })
  await jobs.start(
    works ? { ...deps, mailer: createMailer({ config, settings, log }), enqueue: jobs.enqueue } : null,
  )
  // Last, so that a server that answers is complete.
  const url = await listen(http, config)
  const running = opened.move()
  return { url, close: () => running.disposeAsync() }
}

/** Waits for work that may hang, up to a time limit. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const tooLate = pause(milliseconds, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([work, tooLate]).finally(() => over.abort())
}

/** `all` runs everything. The other roles are for several processes that share PostgreSQL and Redis. */
function serves({ role }: Config, part: 'api' | 'realtime' | 'worker'): boolean {
  return role === 'all' || role === part
}

function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    redact: ['*.password', '*.token', '*.cookie', '*.authorization'],
  })
}

async function listen(http: Server, { host, port }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, resolve)
  })
  const { port: taken } = http.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
}

async function main(): Promise<void> {
  const config = readConfig()
  const starting = startServer(config)
  let stopping = false
  // Ctrl+C may arrive twice, because npm forwards the signal that the terminal sends to both.
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), endsWithin + 400)
    const server = await starting
    await server.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop())
  await starting
  console.log(`\n  Tandem is ready at ${config.appUrl}\n  Press Ctrl+C to stop it.\n`)
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${'port' in error ? error.port : ''} is taken. Stop what listens there, or choose another: PORT=3001 npm start`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(`\n  Tandem could not start.\n\n${explain(error)}\n`)
    process.exit(1)
  })
}
