import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { getLatestChangeVersion } from '#api/platform/feed/latest-change-version.ts'
import { newId } from '#common/platform/ids.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let orm: Orm
const bus = createBus(null)

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  orm = await createOrm(server.databaseUrl, bus)
})
afterAll(async () => {
  await orm.close(true)
  await bus.close()
  await server.close()
})

test('a query of every request is planned once per connection', async () => {
  const { id } = await cast.ann.call('getWorkspace', { params: { slug: cast.slug } })
  await orm.em.fork().transactional(async (em) => {
    expect(await getLatestChangeVersion(em, id)).toBeGreaterThan(0)
    expect(await getLatestChangeVersion(em, newId())).toBe(0)
    const kept = await em.execute<{ plans: number }[]>(
      "select generic_plans + custom_plans as plans from pg_prepared_statements where statement like '%workspace_versions%'",
    )
    expect(kept.map(({ plans }) => Number(plans))).toEqual([2])
  })
})
