import { Migration } from '@mikro-orm/migrations'

/** Saved views, of a project or, without one, of the workspace. */
export class Views extends Migration {
  override name = '0007-views'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table views (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid references projects on delete cascade,
    name text not null check (char_length(name) between 1 and 255),
    description text not null default '',
    access smallint not null default 1 check (access in (0, 1)),
    owned_by uuid not null references users,
    is_locked boolean not null default false,
    logo_props jsonb not null default '{}',
    filters jsonb not null,
    rich_filters jsonb not null,
    display_filters jsonb not null,
    display_properties jsonb not null,
    sort_order double precision not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by uuid,
    updated_by uuid,
    deleted_at timestamptz
  )`,
  `create index views_place on views (workspace_id, project_id)`,
]
