import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import { type Orm, query } from '#api/platform/db/orm.ts'
import { readListingPage } from '#api/work/listing/list-page.ts'
import { createClock } from '#common/platform/clock.ts'
import { matchAllCondition } from '#common/work/listing/condition.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { parseListingQuery, parseRequestedPage } from '#common/work/listing/read-query.ts'
import { listingQuery } from '#common/work/listing/schema.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

/* The workspace has an index of its items, newest first. PostgreSQL must not use that index to list one
   project, because it would scan all other projects, which takes a second with a million items. */
const bus = createBus(null)
let atlas: ProjectTestServer
let orm: Orm

beforeAll(async () => {
  atlas = await startProjectTestServer()
  orm = await createOrm(atlas.server.databaseUrl, bus)
  for (const name of ['One', 'Two', 'Three']) await atlas.make(name)
})
afterAll(async () => {
  await orm.close(true)
  await bus.close()
  await atlas.close()
})

/** Returns how often PostgreSQL scans the index of the whole workspace for a list of one project. */
function walks(asked: Record<string, string>): Promise<number> {
  const { workspace_id } = atlas.cast
  const { project_id } = atlas.params
  const sent = listingQuery.parse(asked)
  return orm.em.fork().transactional(async (transaction) => {
    const em = transaction as Orm['em']
    const listing = parseListingQuery(listingContexts.project(project_id), sent, createClock('UTC'))
    await readListingPage(
      em,
      { workspace_id, project_ids: [project_id], access: matchAllCondition },
      listing,
      parseRequestedPage(sent),
    )
    const { rows } = await sql<{ walks: number }>`
      select pg_stat_get_xact_numscans('work_items_workspace'::regclass)::int as walks`.execute(query(em))
    return rows[0]?.walks ?? -1
  })
}

test.each([
  { group_by: 'priority', order_by: '-created_at' },
  { group_by: 'state_id', sub_group_by: 'priority', order_by: 'created_at' },
  { group_by: 'labels__id', order_by: '-created_at' },
])('a project’s list by $group_by, $order_by, does not walk through the workspace', async (asked) => {
  expect(await walks(asked as unknown as Record<string, string>)).toBe(0)
})
