import { Migration } from '@mikro-orm/migrations'

/** Stores exports of whole workspaces and projects. The storage contains their archives. */
export class WorkspaceExports extends Migration {
  override name = '0179-workspace-exports'

  override up(): void {
    this.addSql(`create table workspace_exports (
      id uuid not null,
      created_at timestamp(3) with time zone not null default now(),
      updated_at timestamp(3) with time zone not null default now(),
      workspace_id uuid not null,
      project_id uuid,
      initiated_by uuid not null,
      status text not null,
      problem text,
      done integer not null default 0,
      total integer,
      size bigint not null default 0,
      expires_at timestamp(3) with time zone,
      runs integer not null default 0,
      progress jsonb not null,
      constraint workspace_exports_pkey primary key (id),
      constraint workspace_exports_workspace_id_fkey foreign key (workspace_id) references workspaces(id) on delete cascade,
      constraint workspace_exports_project_id_fkey foreign key (project_id) references projects(id) on delete cascade,
      constraint workspace_exports_initiated_by_fkey foreign key (initiated_by) references users(id) on delete cascade
    )`)
    this.addSql(
      'create index workspace_exports_of_person on workspace_exports (workspace_id, initiated_by, created_at desc)',
    )
    this.addSql('create index workspace_exports_initiated_by on workspace_exports (initiated_by)')
    this.addSql('create index workspace_exports_project on workspace_exports (project_id)')
  }
}
