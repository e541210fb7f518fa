import { Migration } from '@mikro-orm/migrations'

/** What people send in for a project, and how much of it waits. A row is of one work item, and goes with it. */
export class Intake extends Migration {
  override name = '0043-intake'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table intake_issues (
    id uuid primary key references work_items on delete cascade,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    status integer not null default -2 check (status in (-2, -1, 0, 1, 2)),
    snoozed_till timestamptz(3),
    duplicate_to uuid references work_items on delete set null,
    source text not null default 'IN_APP' check (source in ('IN_APP', 'FORMS', 'EMAIL')),
    source_email text,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    created_by uuid references users,
    updated_by uuid references users,
    check ((status = 0) = (snoozed_till is not null))
  )`,
  `create index intake_issues_project on intake_issues (project_id, status, created_at desc)`,
  // What wakes by itself: few at any time.
  `create index intake_issues_snoozed on intake_issues (snoozed_till) where status = 0`,
  `create index intake_issues_originals on intake_issues (duplicate_to) where duplicate_to is not null`,
  `alter table projects add intake_count integer not null default 0`,
]
