import { Migration } from '@mikro-orm/migrations'

/**
 * How long people worked, and the timer that somebody has running. What each person has on each item is kept by a trigger, so that what items,
 * cycles and modules come to is read without reading the logs.
 */
export class Worklogs extends Migration {
  override name = '0047-worklogs'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table worklogs (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    logged_by uuid not null references users,
    date date not null,
    duration integer not null check (duration between 1 and 1440),
    description text not null default '',
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    created_by uuid references users,
    updated_by uuid references users,
    deleted_at timestamptz
  )`,
  `create index worklogs_issue on worklogs (issue_id, date desc, id desc)`,
  `create index worklogs_person on worklogs (workspace_id, logged_by, date) where deleted_at is null`,
  `create index worklogs_project on worklogs (project_id, date) where deleted_at is null`,
  `create index worklogs_deleted on worklogs (deleted_at) where deleted_at is not null`,
  // What each person has on each item; who has nothing there has no row.
  `create table worklog_totals (
    issue_id uuid not null references work_items on delete cascade,
    user_id uuid not null references users,
    project_id uuid not null references projects on delete cascade,
    duration integer not null,
    primary key (issue_id, user_id)
  )`,
  `create index worklog_totals_project on worklog_totals (project_id)`,
  // Of an item that goes for good the totals are gone before its logs: then there is nothing to take from.
  `create function keep_worklog_totals() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.deleted_at is null then
      update worklog_totals set duration = duration - old.duration
        where issue_id = old.issue_id and user_id = old.logged_by;
      delete from worklog_totals where issue_id = old.issue_id and user_id = old.logged_by and duration = 0;
    end if;
    if tg_op <> 'DELETE' and new.deleted_at is null then
      insert into worklog_totals (issue_id, user_id, project_id, duration)
      values (new.issue_id, new.logged_by, new.project_id, new.duration)
      on conflict (issue_id, user_id) do update
        set duration = worklog_totals.duration + excluded.duration, project_id = excluded.project_id;
    end if;
    return null;
  end $$`,
  `create trigger totals_of_new_worklogs after insert or delete on worklogs
    for each row execute function keep_worklog_totals()`,
  `create trigger totals_of_changed_worklogs after update of duration, deleted_at, project_id, logged_by on worklogs
    for each row when (
      (old.duration, old.deleted_at, old.project_id, old.logged_by)
        is distinct from (new.duration, new.deleted_at, new.project_id, new.logged_by)
    ) execute function keep_worklog_totals()`,
  `create table timers (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    user_id uuid not null references users,
    started_at timestamptz(3) not null,
    unique (workspace_id, user_id)
  )`,
  `create index timers_issue on timers (issue_id)`,
]
