import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { callWithMutationId } from '../support/call-with-mutation-id.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { connectLive } from '../support/live-client.ts'
import { lockItemSequence } from '../support/lock-item-sequence.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

// Runs a server as in production. Its PostgreSQL writes each commit to the disk before it confirms it, so every
// confirmed write must survive a crash.
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('durability')
  server = await startServerProcess(dataDir)
}, 60_000)

afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function restartAfterKill(): Promise<void> {
  await server.killEverything()
  server = await startServerProcess(dataDir)
}

async function makeProject(
  slug: string,
): Promise<{ ann: ApiClient; params: { slug: string; project_id: string } }> {
  const ann = await createSignedInUser(server, `ann@${slug}.example`)
  await ann.call('createWorkspace', { body: { name: slug, slug } })
  const project = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  return { ann, params: { slug, project_id: project.id } }
}

/** Returns the ids of the rows that do not exist, or whose first change is missing. */
async function missing(ids: string[]): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    server.databaseUrl,
    `select id from unnest($1::uuid[]) as wanted (id)
     where not exists (select 1 from work_items w where w.id = wanted.id)
        or not exists (select 1 from changes c where c.entity_id = wanted.id and c.op = 'create')`,
    [ids],
  )
  return rows.map((row) => row.id)
}

test('an accepted write survives kill -9 of everything', async () => {
  const { ann, params } = await makeProject('once')
  const item = await ann.call('createWorkItem', { params, body: { name: 'Accepted' } })
  await restartAfterKill()
  expect(await missing([item.id])).toEqual([])
}, 60_000)

test('so do all of twenty writers at once', async () => {
  const { ann, params } = await makeProject('many')
  const accepted: string[] = []
  const writers = Array.from({ length: 20 }, async (_, writer) => {
    for (let at = 0; ; at++) {
      const { id } = await ann.call('createWorkItem', { params, body: { name: `${writer} ${at}` } })
      accepted.push(id)
    }
  })
  const ended = Promise.allSettled(writers)
  await pollUntilTrue(() => accepted.length >= 300, 'three hundred writes are accepted')
  await restartAfterKill()
  await ended
  expect(accepted.length).toBeGreaterThanOrEqual(300)
  expect(await missing(accepted)).toEqual([])
  const [numbers] = await runSql(
    server.databaseUrl,
    `select max(c.version) <> count(*) as gaps, count(*) <> count(distinct c.version) as repeated,
       (select last < (select max(sequence_id) from work_items where project_id = $1)
        from project_sequences where project_id = $1) as falls_behind
     from changes c join workspaces w on w.id = c.workspace_id where w.slug = 'many'`,
    [params.project_id],
  )
  expect(numbers).toEqual({ gaps: false, repeated: false, falls_behind: false })
}, 120_000)

test('SIGTERM lets a request end that is under way', async () => {
  const { ann, params } = await makeProject('slow')
  const live = await connectLive(server, ann)
  await live.subscribe('slow')
  const lock = await lockItemSequence(server.databaseUrl, params.project_id)
  const slow = ann.call('createWorkItem', { params, body: { name: 'Under way' } })
  await lock.isWaitedFor()
  const stopped = server.stop()
  await pollUntilTrue(async () => !(await answers()), 'the server takes no more requests')
  await lock.release()
  const { id } = await slow
  expect(await stopped).toBe(0)
  server = await startServerProcess(dataDir)
  expect(await missing([id])).toEqual([])
}, 60_000)

async function answers(): Promise<boolean> {
  return fetch(`${server.url}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  )
}

test('what was sent as everything was killed is sent again and done once', async () => {
  const { ann, params } = await makeProject('again')
  const writes = Array.from({ length: 60 }, () => ({ mutation: newId(), body: { name: newId() } }))
  const send = ({ mutation, body }: (typeof writes)[number]) =>
    callWithMutationId(server, ann, mutation, 'createWorkItem', { params, body })
  let answered = 0
  const sending = writes.map(async (write) => {
    await send(write).then(
      () => void answered++,
      () => undefined,
    )
  })
  await pollUntilTrue(() => answered >= 5, 'some are answered')
  await restartAfterKill()
  await Promise.all(sending)
  const answers = await Promise.all(writes.map(send))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const rows = await runSql(server.databaseUrl, 'select name from work_items where name = any($1)', [
    writes.map(({ body }) => body.name),
  ])
  expect(rows).toHaveLength(writes.length)
})
