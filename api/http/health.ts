import { setTimeout as pause } from 'node:timers/promises'
import type { OpenAPIHono } from '@hono/zod-openapi'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '#common/errors.ts'
import { retryAfter } from '../db/database-away.ts'
import type { Orm } from '../db/orm.ts'
import type { Deps } from '../deps.ts'
import type { HttpEnv } from './env.ts'

/** `/healthz`: the process answers. `/readyz`: so does its database. `/metrics`: Prometheus text, to private addresses only: figures tell of use. */
export function serveHealth(app: OpenAPIHono<HttpEnv>, { orm }: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by method and status',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.use(async (c, next) => {
    const stop = durations.startTimer({ method: c.req.method })
    await next()
    stop({ status: String(c.res.status) })
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (!(await answersInTime(orm)))
      throw new AppError('unavailable', 'The database does not answer.', { retry_after: retryAfter })
    return c.json({ status: 'ok' })
  })
  app.get('/metrics', async (c) => {
    if (!isPrivate(c.get('address'))) throw new AppError('not_found', 'There is no such page.')
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
}

/** Below the patience of those who ask: a probe of Kubernetes waits a second by default. */
const readyWithin = 900

async function answersInTime(orm: Orm): Promise<boolean> {
  const late = new AbortController()
  const tooLate = pause(readyWithin, false, { signal: late.signal }).catch(() => false)
  const asked = orm.em.getConnection().execute('select 1')
  const answered = asked.then(
    () => true,
    () => false,
  )
  const isReady = await Promise.race([answered, tooLate])
  late.abort()
  return isReady
}

function isPrivate(address: string): boolean {
  return (
    ipaddr.isValid(address) &&
    ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(address).range())
  )
}
