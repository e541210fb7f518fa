import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `teamspace_activities`. It records who changed the members, projects, lead, name and views
 * of a teamspace.
 */
export class TeamspaceActivities extends Migration {
  override name = '0121-teamspace-activities'

  override up(): void {
    this.addSql(`create table teamspace_activities (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      teamspace_id uuid not null references teamspaces (id) on delete cascade,
      kind text not null,
      person_id uuid,
      project_id uuid,
      view_id uuid,
      old_value text,
      new_value text,
      actor_id uuid references users (id),
      created_at timestamptz(3) not null default now()
    )`)
    this.addSql(
      'create index teamspace_activities_teamspace on teamspace_activities (teamspace_id, created_at desc, id desc)',
    )
  }
}
