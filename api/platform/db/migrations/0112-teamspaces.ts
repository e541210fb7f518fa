import { Migration } from '@mikro-orm/migrations'

/** Adds the table `teamspaces` for teams of workspace members with the projects that they work on. */
export class Teamspaces extends Migration {
  override name = '0112-teamspaces'

  override up(): void {
    this.addSql(`create table teamspaces (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      description text not null default '',
      access smallint not null default 1 check (access in (0, 1)),
      logo_props jsonb not null default '{}',
      lead_id uuid references users (id),
      member_ids uuid[] not null default '{}',
      project_ids uuid[] not null default '{}',
      sort_order double precision not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      created_by uuid references users (id),
      updated_by uuid references users (id),
      deleted_at timestamptz
    )`)
    this.addSql('alter table favorites drop constraint favorites_entity_type_check')
    this.addSql(
      `alter table favorites add constraint favorites_entity_type_check
       check (entity_type in ('folder', 'project', 'cycle', 'module', 'view', 'page', 'teamspace'))`,
    )
    this.addSql(
      'create index teamspaces_workspace on teamspaces (workspace_id, sort_order) where deleted_at is null',
    )
  }
}
