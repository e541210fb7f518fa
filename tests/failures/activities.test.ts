import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import { startFeedReader } from '#api/platform/feed/reader.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { runSql } from '../support/api-client.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { pickRandom } from '../support/history/operations.ts'
import { createRandom } from '../support/history/random.ts'
import { type ProjectTestServer, startProjectTestServer } from '../support/project-test-server.ts'
import { rejectJobEnqueue } from '../support/reader-notes.ts'

/**
 * The seed of the random choices. To repeat a failed run, set the seed that it has printed: `READER_SEED=123
 * npx vitest run tests/failures/activities.test.ts`.
 */
const seed = Number(process.env.READER_SEED ?? Math.floor(Math.random() * 1e6))
const random = createRandom(seed)

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(atlas.server.databaseUrl, statement, values)

async function startChild(): Promise<ChildProcess> {
  const child = fork(new URL('./feed-reader-child.ts', import.meta.url), [
    atlas.server.databaseUrl,
    activitiesReader.name,
  ])
  await once(child, 'message')
  return child
}

async function isRead(): Promise<boolean> {
  const rows = await sql(
    `select 1 from workspace_versions v left join feed_cursors c on c.workspace_id = v.workspace_id and c.reader = $1
     where v.version > coalesce(c.version, 0)`,
    [activitiesReader.name],
  )
  return rows.length === 0
}

/** Returns the activity records of each item, in the order in which they were written. */
function told() {
  return sql(
    `select issue_id, actor_id, verb, field, old_value, new_value, old_identifier, new_identifier, created_at
     from work_item_activities order by issue_id, created_at, field, verb, old_value, new_value`,
  )
}

test('the history of items is the same however often its reader is killed', {
  timeout: 120_000,
}, async () => {
  const { ann, max } = atlas.cast
  const items = [await atlas.make('One'), await atlas.make('Two'), await atlas.make('Three')]
  const states = Object.values(atlas.states)
  const labels = [
    await ann.call('createLabel', { params: atlas.params, body: { name: 'Red' } }),
    await ann.call('createLabel', { params: atlas.params, body: { name: 'Blue' } }),
  ].map(({ id }) => id)
  let child = await startChild()
  try {
    for (let at = 0; at < 60; at++) {
      const params = { ...atlas.params, id: pickRandom(random, items).id }
      const body = pickRandom<object>(random, [
        { name: `Called ${at}` },
        { state_id: pickRandom(random, states) },
        { label_ids: random.some(labels, 2), priority: random.pick(['none', 'low', 'urgent'] as const) },
        { assignee_ids: random.some([ann.id, max.id], 2) },
        { description_html: `<p>${at}</p>` },
      ])
      await random.pick([ann, max]).call('updateWorkItem', { params, body })
      if (random.chance(0.2)) await pause(random.below(20))
      if (at !== 30 && !random.chance(0.06)) continue
      child.kill('SIGKILL')
      child = await startChild()
    }
    await pollUntilTrue(isRead, `everything is read, with the seed ${seed}`)
  } finally {
    child.kill('SIGKILL')
  }
  const killed = await told()
  await sql('truncate work_item_activities')
  await sql('delete from feed_readers where name = $1', [activitiesReader.name])
  const bus = createBus(null)
  const orm = await createOrm(atlas.server.databaseUrl, bus)
  const stop = startFeedReader(activitiesReader, {
    em: orm.em,
    bus,
    log: pino({ level: 'silent' }),
    enqueue: rejectJobEnqueue,
  })
  await pollUntilTrue(isRead, 'everything is read again')
  await stop()
  await orm.close(true)
  expect(killed.length, `with the seed ${seed}`).toBeGreaterThan(30)
  expect(killed, `with the seed ${seed}`).toEqual(await told())
})
