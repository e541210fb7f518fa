import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '#common/platform/errors.ts'
import type { Deps } from '../context/deps.ts'
import { databaseRetryAfterSeconds } from '../db/database-unavailable.ts'
import type { Orm } from '../db/orm.ts'
import { measureReaderLag } from '../feed/cursors.ts'
import type { HttpEnv } from './env.ts'

/**
 * Serves `/healthz` (the process responds), `/readyz` (its database responds too) and `/metrics`
 * (Prometheus). Metrics reveal how this Tandem instance is used, so they require a private address or
 * `METRICS_TOKEN`.
 */
export function serveHealth(app: OpenAPIHono<HttpEnv>, { orm, config }: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by method and status',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const measureReaders = readerFigures(registry, orm)
  app.use(async (c, next) => {
    const stop = durations.startTimer({ method: c.req.method })
    await next()
    stop({ status: String(c.res.status) })
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if ((await inTime(orm.em.getConnection().execute('select 1'))) === null)
      throw new AppError('unavailable', 'The database does not respond.', {
        retry_after: databaseRetryAfterSeconds,
      })
    return c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    const { metricsToken } = config
    const mayRead = metricsToken
      ? isBearer(c.req.header('authorization'), metricsToken)
      : isPrivate(c.get('address'))
    if (!mayRead) throw new AppError('not_found', 'Page not found.')
    await measureReaders()
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
}

/**
 * Adds metrics that show how many changes each reader of the change feed has not processed yet. Each process reports
 * all readers, because the cursors are in the database. If the database is unreachable, the other metrics are still
 * reported.
 */
function readerFigures(registry: Registry, orm: Orm): () => Promise<void> {
  const [versions, seconds] = [
    ['feed_reader_behind_versions', 'Changes that a reader of the feed has not dealt with'] as const,
    [
      'feed_reader_behind_seconds',
      'Age of the oldest change that a reader of the feed has not dealt with',
    ] as const,
  ].map(([name, help]) => new Gauge({ name, help, labelNames: ['reader'], registers: [registry] }))
  return async () => {
    const found = await inTime(measureReaderLag(orm.em.fork()))
    versions?.reset()
    seconds?.reset()
    for (const lag of found ?? []) {
      versions?.set({ reader: lag.reader }, lag.versions)
      seconds?.set({ reader: lag.reader }, lag.seconds)
    }
  }
}

/** Milliseconds to wait for the database. Kubernetes probes time out after one second by default. */
const readyWithin = 900

/** Returns null if the database does not answer in time or answers with an error. */
async function inTime<T>(answering: Promise<T>): Promise<T | null> {
  const late = new AbortController()
  const tooLate = pause(readyWithin, null, { signal: late.signal }).catch(() => null)
  const answer = await Promise.race([answering.catch(() => null), tooLate])
  late.abort()
  return answer
}

/**
 * Returns true if the header contains the bearer token. The comparison takes constant time, so that response
 * times do not reveal the token.
 */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

function isPrivate(address: string): boolean {
  return (
    ipaddr.isValid(address) &&
    ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(address).range())
  )
}
