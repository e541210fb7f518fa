import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Logger, pino } from 'pino'
import { createApp } from '#api/app.ts'
import { createBus } from '#api/bus.ts'
import { type Config, InvalidSettings, readConfig } from '#api/config.ts'
import { connectOrStartEmbedded } from '#api/db/embedded-postgres.ts'
import { applyMigrations, createOrm } from '#api/db/orm.ts'
import { storeDerived, storedHtml } from '#api/documents/owners.ts'
import { createDocumentWriter } from '#api/documents/write-document.ts'
import { createRateLimits } from '#api/http/limits.ts'
import { serveWeb } from '#api/http/web.ts'
import { createMailer } from '#api/mail/mailer.ts'
import { startMaintenance } from '#api/maintenance.ts'
import { ensureBucket } from '#api/storage/bucket.ts'
import { createRealtime } from '#realtime/realtime.ts'

export interface RunningServer {
  url: string
  /** Drains requests, stores documents, ends sockets and the database. */
  close(): Promise<void>
}

/** Everything on one port. Resolves when requests are answered. */
export async function startServer(config: Config, log: Logger = createLog(config)): Promise<RunningServer> {
  // Closed in the opposite order; a start that fails half-way (a taken port) closes what it has opened so far.
  await using opened = new AsyncDisposableStack()
  const database =
    config.databaseUrl === null ? await connectOrStartEmbedded({ dataDir: config.dataDir, log }) : null
  opened.defer(() => database?.stop())
  const bus = createBus(config.redisUrl)
  opened.defer(() => bus.close())
  const orm = await createOrm(config.databaseUrl ?? database?.url ?? '', bus)
  opened.defer(() => orm.close(true))
  await applyMigrations(orm)
  if (config.s3 !== null) await ensureBucket(config.s3)
  const limits = createRateLimits(config)
  opened.defer(() => limits.close())
  const documents = createDocumentWriter({ em: orm.em, bus, storeDerived, storedHtml })
  const deps = { config, orm, bus, log, limits, documents, mailer: createMailer(config, log) }
  const app = createApp(deps, { calls: serves(config, 'api') })
  if (serves(config, 'api')) await serveWeb(app, config.webDir)
  const http = createServer(getRequestListener(app.fetch))
  const live = serves(config, 'realtime') ? createRealtime(http, deps) : null
  opened.defer(async () => {
    const drained = new Promise<void>((resolve) => http.close(() => resolve()))
    await live?.close()
    http.closeIdleConnections()
    await drained
  })
  if (serves(config, 'worker')) opened.defer(startMaintenance(orm, log))
  const url = await listen(http, config)
  const running = opened.move()
  return { url, close: () => running.disposeAsync() }
}

/** `all` does everything; the other roles are for several processes on one PostgreSQL and Redis. */
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
  const server = await startServer(config)
  console.log(`\n  Tandem is ready at ${config.appUrl}\n  Press Ctrl+C to stop it.\n`)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
}

function explain(error: unknown): string {
  if (error instanceof InvalidSettings) return error.message
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
