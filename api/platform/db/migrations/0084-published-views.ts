import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns for views that are published at their own URL. The address of an ended publication remains
 * stored for Undo, with `deploy_boards.is_disabled`.
 */
export class PublishedViews extends Migration {
  override name = '0084-published-views'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table deploy_boards
    alter project_id drop not null,
    add view_id uuid unique references views on delete cascade,
    add is_disabled boolean not null default false,
    add constraint deploy_boards_of_one check ((project_id is null) <> (view_id is null))`,
  'alter table views add anchor text',
]
