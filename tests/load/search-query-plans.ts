import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import pg from 'pg'
import { createOrm } from '#api/create-orm.ts'
import { lookUpInSearchIndex } from '#api/personal/search/look-up-in-index.ts'
import { loadSearchScope, searchVisibilitySql } from '#api/personal/search/scope.ts'
import { createBus } from '#api/platform/bus.ts'
import type { WorkspaceContext } from '#api/platform/context/context.ts'
import { type Orm, query } from '#api/platform/db/orm.ts'
import { findItems } from '#api/work/listing/find.ts'
import { parseSearchTerms } from '#common/personal/search/analysis.ts'
import { role } from '#common/platform/roles.ts'
import type { ServerProcess } from '../support/server-process.ts'

/**
 * Runs `explain` on the statements of each search. Returns one line for each statement, with the scans that
 * PostgreSQL chose and their durations.
 */
export async function explainSearchQueries(
  server: ServerProcess,
  where: { workspace: { id: string; slug: string }; user_id: string },
  searches: Record<string, string>,
): Promise<string[]> {
  const bus = createBus(null)
  const orm = await createOrm(server.databaseUrl, bus)
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  const lines: string[] = []
  try {
    for (const [what, typed] of Object.entries(searches)) {
      lines.push(`${what} (${typed})`)
      for (const { sql: statement, parameters } of await askedFor(orm, where, typed)) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, costs off, timing off) ${statement}`,
          [...parameters],
        )
        lines.push(`  ${summary(rows.map((row) => row['QUERY PLAN']))}`)
      }
    }
  } finally {
    await client.end()
    await orm.close(true)
    await bus.close()
  }
  return lines
}

/** Returns the SQL statements that the server executes to find items for the typed words. */
async function askedFor(
  orm: Orm,
  { workspace, user_id }: Parameters<typeof explainSearchQueries>[1],
  typed: string,
): Promise<CompiledQuery[]> {
  const em = orm.em.fork()
  const asked: CompiledQuery[] = []
  const kysely = query(em)
  const noting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(kysely.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const caller = { em, user: { id: user_id }, workspace: { ...workspace, role: role.admin } }
  // `findItems` and `loadSearchScope` use only these properties of the context, so the cast is safe.
  const reach = await loadSearchScope(caller as unknown as WorkspaceContext)
  const watched = { getKysely: () => kysely.withPlugin(noting) } as unknown as Orm['em']
  const wanted = { project_id: null, text: typed, limit: 100 }
  await findItems(
    { ...caller, em: watched } as unknown as WorkspaceContext,
    wanted,
    sql`select id from found`,
  )
  // The statement contains the query of the access, which is also compiled on its own.
  asked.splice(0, asked.length - 1)
  await lookUpInSearchIndex(watched, {
    ...{
      workspace_id: workspace.id,
      class: 'item',
      terms: parseSearchTerms(typed),
      where: searchVisibilitySql(reach, 'item'),
    },
    ...{ after: null, limit: 26 },
  })
  return asked
}

function summary(plan: string[]): string {
  const scans = plan
    .filter((line) => !line.includes('never executed'))
    .flatMap((line) => /(?:Index|Bitmap|Seq)[\w ]*Scan[\w ]*(?:using|on) \w+/.exec(line)?.[0] ?? [])
  const took = plan.find((line) => line.startsWith('Execution Time'))
  return `${[...new Set(scans)].join(' ← ')}; ${took?.slice(16)}`
}
