import { Migration } from '@mikro-orm/migrations'

/**
 * What the listing language needs of work items: who hears of them, moments as exact as clients see them (with microseconds the
 * server would order rows that are equal to the browser), and indexes for the lists that cross projects.
 */
export class Listing extends Migration {
  override name = '0003-listing'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table work_items
    add column subscriber_ids uuid[] not null default '{}',
    alter column created_at type timestamptz(3),
    alter column updated_at type timestamptz(3),
    alter column completed_at type timestamptz(3),
    alter column archived_at type timestamptz(3)`,
  `create index work_items_subscribers on work_items using gin (subscriber_ids)`,
  `create index work_items_changed on work_items (project_id, updated_at, id)`,
]
