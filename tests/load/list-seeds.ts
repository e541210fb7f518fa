import { createOrm } from '#api/create-orm.ts'
import { createFilledSampleProject } from '#api/operation/seed/filled-sample-project.ts'
import { createBus } from '#api/platform/bus.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { role } from '#common/platform/roles.ts'
import { createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import type { ServerProcess } from '../support/server-process.ts'

export const itemsPerProject = 10_000

/** Returns functions that fill projects of one workspace directly in the database. */
export async function createItemSeeder(server: ServerProcess, workspace_id: string) {
  const bus = createBus(null)
  const orm = await createOrm(server.databaseUrl, bus)

  async function project(user_id: string, items = itemsPerProject): Promise<string> {
    const filling = { workspace_id, user_id, items, onProgress: () => {} }
    const { id } = await runInChangeBatch(orm.em, { actor_id: user_id, mutation_id: null }, (em) =>
      createFilledSampleProject(em, filling),
    )
    return id
  }

  return {
    /** Creates a project of this person and the sample team. Returns its id. */
    project,
    /**
     * Creates this number of projects that belong to another person, so that one person's rows are a small
     * share of the table.
     */
    async neighbors(count: number): Promise<void> {
      const other = await createSignedInUser(server, 'neighbor@example.com')
      await addMember(server, workspace_id, other.id, role.member)
      for (let at = 0; at < count; at++) await project(other.id)
    },
    /** Counts the items with PostgreSQL alone, from the index that lists use. */
    async count(project_id: string): Promise<void> {
      const [counted] = await orm.em.fork().execute<{ items: string }[]>(
        `select count(*) as items from work_items where workspace_id = ? and project_id = ?
           and deleted_at is null and archived_at is null and not is_draft`,
        [workspace_id, project_id],
      )
      if (Number(counted?.items) < itemsPerProject / 2) throw new Error('the items are not there')
    },
    /**
     * Runs `vacuum` on the tables, because autovacuum does the same on a database that has been in use for some
     * time.
     */
    async settle(): Promise<void> {
      await runSql(server.databaseUrl, 'vacuum analyze work_items')
      await runSql(server.databaseUrl, 'vacuum analyze search_entries')
      await runSql(server.databaseUrl, 'vacuum analyze work_item_activities')
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await orm.close(true)
      await bus.close()
    },
  }
}
