import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EntityName, entities } from '#common/entities.ts'
import {
  type RandomOperationsOptions,
  type RandomOperationsReport,
  runRandomOperations,
} from '../support/history/run.ts'
import { findInvalidOldFields } from '../support/old-fields.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/**
 * The seed of the random choices. To repeat a failed run, set the seed that it has printed: `HISTORY_SEED=123
 * npx vitest run tests/failures/history.test.ts`.
 */
const seed = Number(process.env.HISTORY_SEED ?? Math.floor(Math.random() * 1e6))

let server: TestServer
let other: ServerProcess

beforeAll(async () => {
  server = await startTestServer()
  other = await startOther()
})

afterAll(async () => {
  await other.killEverything()
  await server.close()
})

/** Starts a second server on the same database. It has no Redis, so it polls for changes. */
function startOther(env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  return startServerProcess(server.dataDir, { DATABASE_URL: server.databaseUrl, ...env })
}

function run(wish: Omit<RandomOperationsOptions, 'writers' | 'databaseUrl'>) {
  return runRandomOperations({ writers: 4, databaseUrl: server.databaseUrl, ...wish })
}

/** Puts the seed first in the compared value, so that a failure prints it. */
function outcome({ seed: by, violations }: RandomOperationsReport) {
  return { HISTORY_SEED: by, violations }
}

test('replicas of everyone equal a fresh read after a history', { timeout: 90_000 }, async () => {
  const report = await run({
    seed,
    operations: 250,
    servers: [server.url, other.url],
    async restart() {
      await other.killEverything()
      other = await startOther({ PORT: new URL(other.url).port })
    },
  })
  expect(outcome(report)).toEqual({ HISTORY_SEED: seed, violations: [] })
  expect({ HISTORY_SEED: seed, wrong: await findInvalidOldFields(server.databaseUrl) }).toEqual({
    HISTORY_SEED: seed,
    wrong: [],
  })
})

test('a server that moves nobody between rooms is found out', { timeout: 90_000 }, async () => {
  const moving = Object.keys(entities).map(
    (name) => entities[name as EntityName] as { changesAccessOf?: unknown },
  )
  const rules = moving.map(({ changesAccessOf }) => changesAccessOf)
  for (const one of moving) delete one.changesAccessOf
  try {
    const { violations } = await run({ seed: 2, operations: 160, servers: [server.url], patience: 1000 })
    expect(violations.filter((violation) => violation.startsWith('leak: '))).not.toEqual([])
  } finally {
    for (const [at, one] of moving.entries()) if (rules[at] !== undefined) one.changesAccessOf = rules[at]
  }
})
