import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the columns `external_source` and `external_id`, with which other programs find the rows again that they have
 * created.
 */
export class ExternalIds extends Migration {
  override name = '0174-external-ids'

  override up(): void {
    for (const table of tables)
      this.addSql(`alter table ${table} add column external_source text, add column external_id text`)
    for (const table of tables.slice(1))
      this.addSql(
        `create index ${table}_external_id on ${table} (project_id, external_id) where external_id is not null`,
      )
  }
}

const tables = ['projects', 'states', 'labels', 'cycles', 'modules', 'work_items', 'work_item_comments']
