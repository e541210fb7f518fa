import { Migration } from '@mikro-orm/migrations'

/**
 * Cycles, how many items each has had in which group of states at the end of each day, and how many of each person and label it has. These are
 * kept by triggers, so that whatever changes an item keeps them: nothing has to be counted when figures are asked for, and what was true of
 * a day stays known.
 */
export class Cycles extends Migration {
  override name = '0040-cycles'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** What counts as an item of its cycle; what is in triage is in no group below. */
const counts =
  "cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage'"
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
const isOpen = "state__group in ('backlog', 'unstarted', 'started')"

const came = `select cycle_id, state__group, assignee_ids, label_ids, 1 as n from came where ${counts}`
const went = `select cycle_id, state__group, assignee_ids, label_ids, -1 as n from went where ${counts}`

/** Of a statement over however many rows, those alone of which something is different that is counted. */
const columns = [
  'cycle_id',
  'state__group',
  'assignee_ids',
  'label_ids',
  'deleted_at',
  'archived_at',
  'is_draft',
]
const valuesOf = (row: string) => columns.map((name) => `${row}.${name}`).join(', ')
const changed = `select cycle_id, state__group, assignee_ids, label_ids, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (${valuesOf('went')}, -1), (${valuesOf('came')}, 1)) side(${columns.join(', ')}, n)
  where (went.cycle_id is not null or came.cycle_id is not null) and (${valuesOf('went')}) is distinct from (${valuesOf('came')})
) sides where ${counts}`

/**
 * One statement at a time, each cycle once and in order of their ids, so that two that count the same cycles wait for each other. The lock makes
 * sure of the last day that is known: a row of another day may be written by somebody who has not committed yet.
 */
const counting = (name: string, moved: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  declare
    change record;
    last_day cycle_days;
    today date;
  begin
    for change in
      select * from (
        select cycle_id, ${groups.map((group) => `coalesce(sum(n) filter (where state__group = '${group}'), 0)::int as ${group}`).join(', ')}
        from (${moved}) moved group by cycle_id
      ) summed order by cycle_id
    loop
      perform pg_advisory_xact_lock(${lockSpace}, hashtext(change.cycle_id::text));
      continue when ${groups.map((group) => `change.${group} = 0`).join(' and ')};
      select day_in(clock_timestamp(), p.timezone) into today
        from cycles c join projects p on p.id = c.project_id where c.id = change.cycle_id;
      continue when today is null;
      select * into last_day from cycle_days where cycle_id = change.cycle_id order by day desc limit 1;
      insert into cycle_days (cycle_id, day, ${groups.join(', ')})
      values (change.cycle_id, greatest(today, last_day.day), ${groups.map((group) => `coalesce(last_day.${group}, 0) + change.${group}`).join(', ')})
      on conflict (cycle_id, day) do update set ${groups.map((group) => `${group} = excluded.${group}`).join(', ')};
    end loop;
    if not found then
      return null;
    end if;
    insert into cycle_shares (cycle_id, kind, id, total, completed, pending)
    select cycle_id, kind, id, sum(n), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where ${isOpen}), 0)
    from (${moved}) moved
    cross join lateral (
      select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{${nobody}}' else assignee_ids end) as id
      union all
      select 'label', unnest(case label_ids when '{}' then '{${nobody}}' else label_ids end)
    ) held
    where exists (select 1 from cycles where cycles.id = cycle_id)
    group by cycle_id, kind, id
    having sum(n) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n) filter (where ${isOpen}) <> 0
    order by cycle_id, kind, id
    on conflict (cycle_id, kind, id) do update set
      total = cycle_shares.total + excluded.total,
      completed = cycle_shares.completed + excluded.completed,
      pending = cycle_shares.pending + excluded.pending;
    return null;
  end $$`

/** Stands for having nobody, or no label: null is no value that a row could be found by. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Tells these locks from others that go by two numbers. */
const lockSpace = 40

const statements = [
  `create table cycles (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    name text not null,
    description text not null default '',
    start_date timestamptz(3),
    end_date timestamptz(3),
    owned_by_id uuid references users,
    logo_props jsonb not null default '{}',
    sort_order double precision not null,
    progress_snapshot jsonb,
    frozen_figures jsonb,
    archived_at timestamptz(3),
    left_item_ids uuid[] not null default '{}',
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    created_by uuid references users,
    updated_by uuid references users,
    deleted_at timestamptz,
    check ((start_date is null) = (end_date is null)),
    check (start_date <= end_date)
  )`,
  `create index cycles_project on cycles (project_id, created_at desc)`,
  `create index cycles_workspace on cycles (workspace_id)`,
  // Those whose figures are to be frozen once they end: few at any time.
  `create index cycles_to_freeze on cycles (end_date) where progress_snapshot is null and deleted_at is null`,
  `create table cycle_days (
    cycle_id uuid not null references cycles on delete cascade,
    day date not null,
    ${groups.map((group) => `${group} integer not null`).join(', ')},
    primary key (cycle_id, day)
  )`,
  `alter table work_items add foreign key (cycle_id) references cycles on delete set null`,
  // How many items of each person and with each label a cycle holds now.
  `create table cycle_shares (
    cycle_id uuid not null references cycles on delete cascade,
    kind text not null check (kind in ('assignee', 'label')),
    id uuid not null,
    total integer not null,
    completed integer not null,
    pending integer not null,
    primary key (cycle_id, kind, id)
  )`,
  `create index work_items_cycle on work_items (cycle_id) where cycle_id is not null`,
  // A time zone that PostgreSQL does not know must not keep anybody from working.
  `create function day_in(moment timestamptz, zone text) returns date language plpgsql stable as $$
  begin
    return (moment at time zone zone)::date;
  exception when invalid_parameter_value then
    return (moment at time zone 'UTC')::date;
  end $$`,
  counting('count_items_that_came', came),
  counting('count_items_that_went', went),
  counting('count_items_that_changed', changed),
  `create trigger cycles_of_new_items after insert on work_items
    referencing new table as came for each statement execute function count_items_that_came()`,
  `create trigger cycles_of_changed_items after update on work_items
    referencing old table as went new table as came for each statement execute function count_items_that_changed()`,
  `create trigger cycles_of_deleted_items after delete on work_items
    referencing old table as went for each statement execute function count_items_that_went()`,
]
