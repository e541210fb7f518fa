import { Migration } from '@mikro-orm/migrations'

/** Who put an item into the trash, and what lists it. Of those that are there already it is who changed them last. */
export class Trash extends Migration {
  override name = '0038-trash'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table work_items add column deleted_by uuid references users`,
  `update work_items set deleted_by = updated_by where deleted_at is not null`,
  `create index work_items_trash on work_items (project_id, deleted_at desc, id desc) where deleted_at is not null`,
]
