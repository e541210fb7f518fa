import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newSessionToken } from '#api/platform/http/session.ts'
import { webhooksReader } from '#api/sharing/webhooks/reader.ts'
import { createSignedInUser, runSql } from '../support/api-client.ts'
import { createDatabase } from '../support/database.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { createRandom } from '../support/history/random.ts'
import { startWebhookReceiver } from '../support/receiver.ts'
import { startRedis } from '../support/redis.ts'
import { startServerProcess } from '../support/server-process.ts'
import { waitForIdleFeedReader } from '../support/wait-for-idle-feed-reader.ts'

const seed = Number(process.env.WEBHOOKS_SEED ?? Math.floor(Math.random() * 1e6))

test('what is written is delivered once, whoever is killed between the write and the delivery', async () => {
  const random = createRandom(seed)
  const home = await mkdtemp(join(tmpdir(), 'tandem-webhooks-'))
  const [database, redis, receiver] = await Promise.all([
    createDatabase(),
    startRedis(),
    startWebhookReceiver(),
  ])
  const env = {
    ...{ DATABASE_URL: database.url, REDIS_URL: redis.url, SECRET: newSessionToken() },
    REACHABLE_NETWORKS: '127.0.0.1',
  }
  // The process with the role `api` delivers nothing, so it is certain to be killed before the delivery.
  const first = await startServerProcess(home, { ...env, ROLE: 'api' })
  const ann = await createSignedInUser(first, 'ann@example.com')
  const { id: workspace_id, slug } = await ann.call('createWorkspace', {
    body: { name: 'Acme', slug: 'acme' },
  })
  const project = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const params = { slug, project_id: project.id }
  await ann.call('createWebhook', { params: { slug }, body: { url: receiver.url, issue: true } })
  let child = await startChild(database.url)
  const isRead = () =>
    waitForIdleFeedReader(webhooksReader.name, {
      server: { databaseUrl: database.url },
      cast: { workspace_id },
    })
  await isRead()
  const made: string[] = []
  try {
    for (let at = 0; at < 60; at++) {
      made.push((await ann.call('createWorkItem', { params, body: { name: `Item ${at}` } })).id)
      if (random.chance(0.3)) await pause(random.below(15))
      if (at !== 30 && !random.chance(0.08)) continue
      child.kill('SIGKILL')
      child = await startChild(database.url)
    }
    await isRead()
  } finally {
    child.kill('SIGKILL')
  }
  await first.killEverything()
  expect(receiver.received).toEqual([])
  const waiting = await runSql<{ id: string }>(
    database.url,
    "select (data->>'body')::jsonb->'data'->>'id' as id from pgboss.job where name = 'deliver-webhook'",
  )
  expect({ seed, waiting: waiting.map(({ id }) => id).toSorted() }).toEqual({
    seed,
    waiting: made.toSorted(),
  })
  const second = await startServerProcess(home, env)
  await pollUntilTrue(() => receiver.received.length >= made.length, 'all is delivered')
  expect(receiver.received.map(({ body }) => body.data.id).toSorted()).toEqual(made.toSorted())
  expect(await second.stop()).toBe(0)
  await Promise.all([redis.stop(), receiver.close(), database.drop()])
  await rm(home, { recursive: true, force: true })
}, 180_000)

async function startChild(url: string): Promise<ChildProcess> {
  const child = fork(new URL('./webhook-reader-child.ts', import.meta.url), [url])
  await once(child, 'message')
  return child
}
