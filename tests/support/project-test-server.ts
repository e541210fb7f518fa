import { expect } from 'vitest'
import { role } from '#common/platform/roles.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { type ApiClient, runSql } from './api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from './cast.ts'
import { recordFeedChanges, type StoredChange } from './changes.ts'
import { startTestServer, type TestServer } from './server.ts'
import { createTableInspector, type TableInspector } from './table-inspector.ts'
import { waitForIdleFeedReader } from './wait-for-idle-feed-reader.ts'

export interface ProjectPathParams {
  slug: string
  project_id: string
}

/**
 * A test server with the workspace Acme and its project Atlas. Ann is the admin of the project, Max is a
 * member, and Gus is a guest with restricted access. Eve has a project in another workspace.
 */
export interface ProjectTestServer {
  server: TestServer
  cast: WorkspaceWithUsers
  tables: TableInspector
  params: ProjectPathParams
  /** Eve's project in her own workspace. */
  eves: ProjectPathParams
  /** The id of the project's first state in each state group. */
  states: Record<string, string>
  make(name: string, more?: object, who?: ApiClient, where?: ProjectPathParams): Promise<WorkItemRow>
  makeProject(name: string, identifier: string): Promise<ProjectPathParams>
  /** Makes the person the creator of the item, in the database. */
  give(item: { id: string }, maker: ApiClient): Promise<void>
  /** Returns the row in the database, even when the item is in the trash. */
  stored(item: { id: string }): Promise<Record<string, unknown>>
  /** Returns the changes that `act` writes to the feed. */
  changes(act: () => Promise<unknown>): Promise<StoredChange[]>
  /** Checks that `act` changes no row of any table. */
  changingNothing<T>(act: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function startProjectTestServer(
  ...settings: Parameters<typeof startTestServer>
): Promise<ProjectTestServer> {
  const server = await startTestServer(...settings)
  const [, , follows = []] = settings
  const cast = await createWorkspaceWithUsers(server)
  const tables = await createTableInspector(server.databaseUrl)
  const makeProject = async (name: string, identifier: string) => {
    const project = await cast.ann.call('createProject', {
      params: { slug: cast.slug },
      body: { name, identifier, network: 0 },
    })
    return { slug: cast.slug, project_id: project.id }
  }
  const params = await makeProject('Atlas', 'ATL')
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
  const own = await cast.eve.call('createProject', {
    params: { slug: cast.eves },
    body: { name: 'Eves', identifier: 'EVE' },
  })
  const listed = await cast.ann.call('listStates', { params })
  const states = Array.isArray(listed) ? listed.map((state) => [state.group, state.id]) : []
  return {
    server,
    cast,
    tables,
    params,
    eves: { slug: cast.eves, project_id: own.id },
    states: Object.fromEntries(states),
    makeProject,
    make: (name, more = {}, who = cast.ann, where = params) =>
      who.call('createWorkItem', { params: where, body: { name, ...more } }),
    async give(item, maker) {
      await runSql(server.databaseUrl, 'update work_items set created_by = $1 where id = $2', [
        maker.id,
        item.id,
      ])
    },
    async stored(item) {
      const [row] = await runSql<Record<string, unknown>>(
        server.databaseUrl,
        'select * from work_items where id = $1',
        [item.id],
      )
      if (row === undefined) throw new Error(`there is no work item ${item.id}`)
      return row
    },
    changes: (act) => recordFeedChanges(server, cast.workspace_id, act),
    async changingNothing(act) {
      // Wait for the feed readers, which write rows (such as notifications) in consequence of earlier calls.
      for (const { name } of follows) await waitForIdleFeedReader(name, { server, cast })
      const before = await tables.state()
      const result = await act()
      expect(await tables.state()).toEqual(before)
      return result
    },
    async close() {
      await tables.close()
      await server.close()
    },
  }
}
