import { Migration } from '@mikro-orm/migrations'

/** The newest of a workspace are looked through for a word without going to the rows: those lie scattered over the whole table. */
export class NewestIndex extends Migration {
  override name = '0015-newest-index'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'drop index work_items_workspace',
  `create index work_items_workspace on work_items (workspace_id, created_at desc, id desc)
    include (project_id, state__group, created_by, sequence_id, name)
    where deleted_at is null and archived_at is null and not is_draft`,
]
