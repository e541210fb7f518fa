import { sql } from 'kysely'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import { type Orm, query } from '#api/platform/db/orm.ts'
import { readListingPage } from '#api/work/listing/list-page.ts'
import type { ItemAccessScope } from '#api/work/listing/listable.ts'
import { createClock } from '#common/platform/clock.ts'
import { matchAllCondition } from '#common/work/listing/condition.ts'
import { type ListingContext, listingContexts } from '#common/work/listing/contexts.ts'
import { parseListingQuery, parseRequestedPage } from '#common/work/listing/read-query.ts'
import { listingQuery } from '#common/work/listing/schema.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { layoutCalls } from './list-layouts.ts'

interface Where {
  workspace_id: string
  project_id: string
  user_id: string
}

/**
 * Requests every layout for the project, the workspace and a person. Returns the names of the lists for which
 * PostgreSQL scanned all of `work_items`.
 */
export async function findListsWithFullTableScan(
  server: ServerProcess,
  where: Where,
): Promise<{ lists: number; scanning: string[] }> {
  const bus = createBus(null)
  const orm = await createOrm(server.databaseUrl, bus)
  const scanning: string[] = []
  let lists = 0
  try {
    for (const { context, listable } of await placesOf(orm, where)) {
      for (const { what, query: asked } of layoutCalls) {
        lists++
        if (await scans(orm, listable, context, asked)) scanning.push(`${context.key.split(':')[0]}: ${what}`)
      }
    }
  } finally {
    await orm.close(true)
    await bus.close()
  }
  return { lists, scanning }
}

async function placesOf(orm: Orm, { workspace_id, project_id, user_id }: Where) {
  const projects = await query(orm.em.fork())
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .execute()
  const one: ItemAccessScope = { workspace_id, project_ids: [project_id], access: matchAllCondition }
  const all: ItemAccessScope = {
    workspace_id,
    project_ids: projects.map(({ id }) => id),
    access: matchAllCondition,
  }
  return [
    { listable: one, context: listingContexts.project(project_id) },
    { listable: one, context: listingContexts.archived(project_id) },
    { listable: all, context: listingContexts.allIssues(all) },
    { listable: all, context: listingContexts.assigned(all, user_id) },
    { listable: all, context: listingContexts.created(all, user_id) },
    { listable: all, context: listingContexts.subscribed(all, user_id) },
    { listable: all, context: listingContexts.profile(all, user_id) },
  ]
}

async function scans(
  orm: Orm,
  listable: ItemAccessScope,
  context: ListingContext,
  asked: Record<string, string>,
): Promise<boolean> {
  const sent = listingQuery.parse(asked)
  return orm.em.fork().transactional(async (transaction) => {
    const em = transaction as Orm['em']
    const before = await scansSoFar(em)
    await readListingPage(
      em,
      listable,
      parseListingQuery(context, sent, createClock('UTC')),
      parseRequestedPage(sent),
    )
    return (await scansSoFar(em)) > before
  })
}

/**
 * Returns the number of scans of the whole table by this connection that are not yet in the statistics of
 * PostgreSQL.
 */
async function scansSoFar(em: Orm['em']): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'work_items'`.execute(
    query(em),
  )
  return rows[0]?.scans ?? 0
}
