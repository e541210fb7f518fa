import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `dashboards`, whose rows also contain the widgets. A dashboard is shared with the workspace
 * or private.
 */
export class Dashboards extends Migration {
  override name = '0110-dashboards'

  override up(): void {
    this.addSql(`create table dashboards (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      description text not null default '',
      access smallint not null default 0 check (access in (0, 1)),
      owned_by uuid not null references users (id),
      logo_props jsonb not null default '{}',
      widgets jsonb not null default '[]',
      sort_order double precision not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      created_by uuid references users (id),
      updated_by uuid references users (id),
      deleted_at timestamptz
    )`)
    this.addSql(
      'create index dashboards_workspace on dashboards (workspace_id, sort_order) where deleted_at is null',
    )
  }
}
