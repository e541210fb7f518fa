import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `project_updates` for updates on projects. Adds columns for the dates and the health of projects to
 * `projects`.
 */
export class ProjectUpdates extends Migration {
  override name = '0144-project-updates'

  override up(): void {
    const statuses = "('on_track', 'at_risk', 'off_track')"
    this.addSql(`alter table projects add column start_date date, add column target_date date, add column health text,
      add constraint projects_health_check check (health in ${statuses}),
      add constraint projects_dates_check check (start_date <= target_date)`)
    this.addSql(`create table project_updates (
      id uuid not null,
      workspace_id uuid not null,
      project_id uuid not null,
      status text not null,
      text text not null,
      created_at timestamp(3) with time zone not null,
      updated_at timestamp(3) with time zone not null,
      deleted_at timestamp(3) with time zone,
      created_by uuid,
      updated_by uuid,
      constraint project_updates_pkey primary key (id),
      constraint project_updates_status_check check (status in ${statuses}),
      constraint project_updates_created_by_fkey foreign key (created_by) references users(id),
      constraint project_updates_updated_by_fkey foreign key (updated_by) references users(id),
      constraint project_updates_project_id_fkey foreign key (project_id) references projects(id) on delete cascade,
      constraint project_updates_workspace_id_fkey foreign key (workspace_id) references workspaces(id) on delete cascade
    )`)
    this.addSql(`create index project_updates_newest on project_updates (project_id, created_at desc, id desc)
      where deleted_at is null`)
  }
}
