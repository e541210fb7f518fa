import { Migration } from '@mikro-orm/migrations'

/** How people have home and sidebar, what the pages of quick links say of themselves, and what happened lately, by time. */
export class Home extends Migration {
  override name = '0057-home'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table home_preferences (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users,
    key text not null,
    is_enabled boolean not null,
    config jsonb not null default '{}',
    sort_order double precision not null,
    constraint home_preferences_once unique (workspace_id, user_id, key)
  )`,
  `create table sidebar_preferences (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users,
    key text not null,
    is_pinned boolean not null,
    sort_order double precision not null,
    constraint sidebar_preferences_once unique (workspace_id, user_id, key)
  )`,
  `alter table quick_links add column metadata jsonb not null default '{}'`,
  `create index work_item_activities_lately on work_item_activities (workspace_id, created_at desc)`,
  `create index work_item_comments_lately on work_item_comments (workspace_id, created_at desc)`,
]
