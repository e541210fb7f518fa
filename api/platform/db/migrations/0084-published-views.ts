import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the columns `deploy_boards.view_id` and `views.anchor` for views that are published at their own URL. If
 * `deploy_boards.is_disabled` is true, the publication has ended. The row remains, so that Undo can publish the view
 * at the same URL.
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
