import { Migration } from '@mikro-orm/migrations'

/**
 * Rare words in names are found by their letters three by three (`pg_trgm`, which the owner of a database may create). What is written
 * waits in a list that every search goes through, so the list is kept short.
 */
export class NameIndex extends Migration {
  override name = '0014-name-index'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'create extension if not exists pg_trgm',
  `create index work_items_names on work_items using gin (name gin_trgm_ops) with (gin_pending_list_limit = 256)
    where deleted_at is null and archived_at is null and not is_draft`,
]
