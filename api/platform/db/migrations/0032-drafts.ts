import { Migration } from '@mikro-orm/migrations'

/** Work items that somebody has begun and not made yet. */
export class Drafts extends Migration {
  override name = '0032-drafts'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table drafts (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    created_by uuid not null references users,
    project_id uuid references projects on delete cascade,
    name text not null default '',
    description_html text not null default '',
    preview text not null default '',
    state_id uuid,
    priority text not null default 'none',
    assignee_ids uuid[] not null default '{}',
    label_ids uuid[] not null default '{}',
    start_date date,
    target_date date,
    parent_id uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index drafts_of_person on drafts (workspace_id, created_by, created_at desc, id desc)`,
  `create index drafts_project on drafts (project_id)`,
]
