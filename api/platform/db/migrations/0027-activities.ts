import { Migration } from '@mikro-orm/migrations'

/** What happened to each work item, as the reader `activities` derives it from the feed. */
export class Activities extends Migration {
  override name = '0027-activities'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table work_item_activities (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    actor_id uuid references users,
    verb text not null,
    field text,
    old_value text,
    new_value text,
    old_identifier uuid,
    new_identifier uuid,
    created_at timestamptz not null
  )`,
  `create index work_item_activities_of_item on work_item_activities (issue_id, created_at desc, id desc)`,
]
