import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'

/**
 * Deletes cycles and modules whose restore period is over, together with their display settings. Clients already
 * received the deletion when the restore period began. The table `purged_plans` stores the project of each row,
 * because the history of work items shows the name of a purged cycle or module to members of this project.
 */
export async function purgeCyclesAndModules(em: EntityManager, moment: Date): Promise<void> {
  for (const [table, context] of [
    ['cycles', 'cycle'],
    ['modules', 'module'],
  ] as const) {
    const gone = query(em).selectFrom(table).select('id').where('deleted_at', '<', moment)
    await query(em)
      .deleteFrom('user_properties')
      .where('context', '=', context)
      .where('context_id', 'in', gone)
      .execute()
    await sql`
      with purged as (
        delete from ${sql.table(table)} where deleted_at < ${moment} returning id, workspace_id, project_id
      )
      insert into purged_plans (id, workspace_id, project_id) select id, workspace_id, project_id from purged`.execute(
      query(em),
    )
  }
}
