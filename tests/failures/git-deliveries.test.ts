import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newSessionToken } from '#api/platform/http/session.ts'
import { createSignedInUser, runSql } from '../support/api-client.ts'
import { createDatabase } from '../support/database.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { forgeEventsByProvider, sendForgeWebhook } from '../support/forges.ts'
import { createRandom } from '../support/history/random.ts'
import { startRedis } from '../support/redis.ts'
import { startServerProcess } from '../support/server-process.ts'

const seed = Number(process.env.GIT_SEED ?? Math.floor(Math.random() * 1e6))

test('deliveries take effect once, even if the processing server is killed', async () => {
  const random = createRandom(seed)
  const home = await mkdtemp(join(tmpdir(), 'tandem-git-'))
  const [database, redis] = await Promise.all([createDatabase(), startRedis()])
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, SECRET: newSessionToken() }
  // The process with the role `api` only receives deliveries, so that only the processes that the test kills
  // process them.
  const first = await startServerProcess(home, { ...env, ROLE: 'api' })
  const ann = await createSignedInUser(first, 'ann@example.com')
  const { slug } = await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  const { id: project_id } = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const params = { slug, project_id }
  const item = await ann.call('createWorkItem', { params, body: { name: 'Crane' } })
  const made = await ann.call('createGitConnection', {
    params,
    body: { provider: 'github', repository: 'acme/web', base_url: 'https://git.example' },
  })
  const hook = { ...made, webhook_url: `${first.url}${new URL(made.webhook_url).pathname}` }
  const events = forgeEventsByProvider.github(made.base_url, made.repository)
  let child = await startChild(database.url, home)
  for (let at = 0; at < 100; at++) {
    const commits = [{ id: `c${at}`, message: `Part ${at} of ATL-${item.sequence_id}` }]
    expect(
      await sendForgeWebhook(hook, events.push({ branch: 'main', commits }), { id: `d${at}` }),
    ).toMatchObject({
      body: { status: 'accepted' },
    })
    if (random.chance(0.3)) await pause(random.below(15))
    if (at !== 50 && !random.chance(0.06)) continue
    child.kill('SIGKILL')
    child = await startChild(database.url, home)
  }
  child.kill('SIGKILL')
  // Work that was interrupted runs again after its time limit, which this test does not wait for.
  await runSql(
    database.url,
    "update pgboss.job set state = 'retry', start_after = now(), retry_count = 0 where name = 'process-git-delivery' and state = 'active'",
  )
  child = await startChild(database.url, home)
  const rows = () =>
    runSql<{ status: string; count: number; linked: number }>(
      database.url,
      `select status, count(*)::int, sum(linked_count)::int as linked from git_deliveries group by status`,
    )
  await pollUntilTrue(async () => (await rows()).every(({ status }) => status === 'done'), 'all is processed')
  expect({ seed, rows: await rows() }).toEqual({ seed, rows: [{ status: 'done', count: 100, linked: 100 }] })
  const references = await ann.call('listGitReferences', { params: { ...params, id: item.id } })
  expect(references).toHaveLength(100)
  child.kill('SIGKILL')
  await first.killEverything()
  await Promise.all([redis.stop(), database.drop()])
  await rm(home, { recursive: true, force: true })
}, 180_000)

async function startChild(url: string, home: string): Promise<ChildProcess> {
  const child = fork(new URL('./git-jobs-child.ts', import.meta.url), [url, home])
  await once(child, 'message')
  return child
}
