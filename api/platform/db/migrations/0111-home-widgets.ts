import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `home_widgets` for the filters of the widgets on a home dashboard. A widget has a row only
 * after its first change.
 */
export class HomeWidgets extends Migration {
  override name = '0111-home-widgets'

  override up(): void {
    this.addSql(`create table home_widgets (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id),
      key text not null,
      is_visible boolean not null,
      widget_filters jsonb not null
    )`)
    this.addSql('create index home_widgets_of_user on home_widgets (workspace_id, user_id)')
  }
}
