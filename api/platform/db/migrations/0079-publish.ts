import { Migration } from '@mikro-orm/migrations'

/** Adds the tables `deploy_boards` for public boards and `exports` for exports of work items. */
export class Publish extends Migration {
  override name = '0079-publish'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table deploy_boards (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid references users on delete set null,
    updated_by uuid references users on delete set null,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null unique references projects on delete cascade,
    anchor text not null unique,
    view_props jsonb not null
  )`,
  'create index deploy_boards_workspace on deploy_boards (workspace_id)',
  'alter table projects add anchor text',
  `create table exports (
    id uuid primary key,
    created_at timestamptz not null default now(),
    workspace_id uuid not null references workspaces on delete cascade,
    initiated_by uuid not null references users on delete cascade,
    provider text not null,
    project_ids uuid[] not null,
    multiple boolean not null,
    rich_filters jsonb not null,
    status text not null,
    row_count integer,
    size bigint,
    expires_at timestamptz
  )`,
  'create index exports_of_person on exports (workspace_id, initiated_by, created_at desc)',
  'create index exports_initiated_by on exports (initiated_by)',
]
