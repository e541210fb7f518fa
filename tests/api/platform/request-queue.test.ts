import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookie } from '#api/platform/http/session.ts'
import { calls } from '#common/calls.ts'
import { createAnotherSession, fillPath, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type LockedTable, lockTable } from '../../support/lock-table.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})

afterAll(() => server.close())

const labels = () => fillPath(calls.listWorkspaceLabels.path, { slug: 'acme' })

const get = (path: string, headers: Record<string, string>) => fetch(`${server.url}${path}`, { headers })

async function waitingFor(table: string): Promise<number> {
  const rows = await runSql(
    server.databaseUrl,
    'select 1 from pg_locks where relation = $1::regclass and not granted',
    [table],
  )
  return rows.length
}

async function whileHeld<T>(table: string, work: (held: LockedTable) => Promise<T>): Promise<T> {
  const held = await lockTable(server.databaseUrl, table)
  try {
    return await work(held)
  } finally {
    await held.release()
  }
}

test('answers four requests of one person at once, whatever they are signed in by, and others meanwhile', async () => {
  const { token } = await cast.ann.call('createApiToken', { body: { label: 'Program' } })
  const ways: Record<string, string>[] = [
    { cookie: cast.ann.cookie },
    { cookie: await createAnotherSession(server, cast.ann) },
    { 'x-api-key': token },
  ]
  const asked = await whileHeld('labels', async (held) => {
    const all = ways.flatMap((headers) => Array.from({ length: 10 }, () => get(labels(), headers)))
    await held.isWaitedFor()
    expect(await cast.max.call('getMe', {})).toMatchObject({ id: cast.max.id })
    await pollUntilTrue(async () => (await waitingFor('labels')) === 4)
    return all
  })
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
})

test('refuses with the time to wait what one person sends beside a long queue', async () => {
  const statuses: number[] = []
  let refusal: Response | undefined
  const asked = await whileHeld('labels', async () => {
    const all = Array.from({ length: 230 }, async () => {
      const answer = await get(labels(), { cookie: cast.ann.cookie })
      statuses.push(answer.status)
      if (answer.status === 429) refusal = answer
    })
    await pollUntilTrue(() => statuses.length === 26)
    expect(await cast.max.call('getMe', {})).toMatchObject({ id: cast.max.id })
    return all
  })
  await Promise.all(asked)
  expect(statuses.filter((status) => status === 429)).toHaveLength(26)
  expect(statuses.filter((status) => status === 200)).toHaveLength(204)
  expect(refusal?.headers.get('retry-after')).toBe('2')
})

test('counts strangers of one network together, with whatever session they make up', async () => {
  const path = fillPath(calls.getPublishedBoard.path, { anchor: '0'.repeat(32) })
  const asked = await whileHeld('deploy_boards', async (held) => {
    const all = Array.from({ length: 12 }, () =>
      get(path, { cookie: `${sessionCookie}=${randomBytes(64).toString('hex')}` }),
    )
    await held.isWaitedFor()
    expect(await cast.max.call('getMe', {})).toMatchObject({ id: cast.max.id })
    await pollUntilTrue(async () => (await waitingFor('deploy_boards')) === 4)
    return all
  })
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(404)
})
