import { Migration } from '@mikro-orm/migrations'

/** Where each person was last in a workspace. */
export class RecentVisits extends Migration {
  override name = '0025-recent-visits'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table recent_visits (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users,
    entity_name text not null check (entity_name in ('issue', 'page', 'project')),
    entity_identifier uuid not null,
    visited_at timestamptz not null,
    constraint recent_visits_place unique (workspace_id, user_id, entity_name, entity_identifier)
  )`,
]
