import { Migration } from '@mikro-orm/migrations'

/**
 * Modules, and what is kept of each: how many items it has had in which group of states at the end of each day, and how many of each person
 * and label it has. Triggers keep these as they do for cycles (0040); an item counts for each module that it is in.
 */
export class Modules extends Migration {
  override name = '0044-modules'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** What counts as an item of its modules; what is in triage is in no group below. */
const counts =
  "module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage'"
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
const isOpen = "state__group in ('backlog', 'unstarted', 'started')"

const held = 'state__group, assignee_ids, label_ids, parent_id'
const came = `select module_id, ${held}, 1 as n from came, unnest(module_ids) module_id where ${counts}`
const went = `select module_id, ${held}, -1 as n from went, unnest(module_ids) module_id where ${counts}`

/** Of a statement over however many rows, those alone of which something is different that is counted. */
const columns = [
  'module_ids',
  'state__group',
  'assignee_ids',
  'label_ids',
  'parent_id',
  'deleted_at',
  'archived_at',
  'is_draft',
]
const valuesOf = (row: string) => columns.map((name) => `${row}.${name}`).join(', ')
const changed = `select module_id, ${held}, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (${valuesOf('went')}, -1), (${valuesOf('came')}, 1)) side(${columns.join(', ')}, n)
  where (went.module_ids <> '{}' or came.module_ids <> '{}') and (${valuesOf('went')}) is distinct from (${valuesOf('came')})
) sides, unnest(module_ids) module_id where ${counts}`

/**
 * One statement at a time, each module once and in order of their ids, so that two that count the same modules wait for each other. The lock
 * makes sure of the last day that is known: a row of another day may be written by somebody who has not committed yet.
 */
const counting = (name: string, moved: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  declare
    change record;
    last_day module_days;
    today date;
  begin
    for change in
      select * from (
        select module_id, ${groups.map((group) => `coalesce(sum(n) filter (where state__group = '${group}'), 0)::int as ${group}`).join(', ')}
        from (${moved}) moved group by module_id
      ) summed order by module_id
    loop
      perform pg_advisory_xact_lock(${lockSpace}, hashtext(change.module_id::text));
      continue when ${groups.map((group) => `change.${group} = 0`).join(' and ')};
      select day_in(clock_timestamp(), p.timezone) into today
        from modules m join projects p on p.id = m.project_id where m.id = change.module_id;
      continue when today is null;
      select * into last_day from module_days where module_id = change.module_id order by day desc limit 1;
      insert into module_days (module_id, day, ${groups.join(', ')})
      values (change.module_id, greatest(today, last_day.day), ${groups.map((group) => `coalesce(last_day.${group}, 0) + change.${group}`).join(', ')})
      on conflict (module_id, day) do update set ${groups.map((group) => `${group} = excluded.${group}`).join(', ')};
    end loop;
    if not found then
      return null;
    end if;
    insert into module_shares (module_id, kind, id, total, completed, pending)
    select module_id, kind, id, sum(n), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where ${isOpen}), 0)
    from (${moved}) moved
    cross join lateral (
      select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{${nobody}}' else assignee_ids end) as id
      union all
      select 'label', unnest(case label_ids when '{}' then '{${nobody}}' else label_ids end)
      union all
      select 'part', '${nobody}'::uuid where parent_id is not null
    ) held
    where exists (select 1 from modules where modules.id = module_id)
    group by module_id, kind, id
    having sum(n) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n) filter (where ${isOpen}) <> 0
    order by module_id, kind, id
    on conflict (module_id, kind, id) do update set
      total = module_shares.total + excluded.total,
      completed = module_shares.completed + excluded.completed,
      pending = module_shares.pending + excluded.pending;
    return null;
  end $$`

/** Stands for having nobody, or no label: null is no value that a row could be found by. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Tells these locks from others that go by two numbers. */
const lockSpace = 41

const statements = [
  `create table modules (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    name text not null,
    description text not null default '',
    status text not null default 'planned' check (status in ('backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled')),
    start_date date,
    target_date date,
    lead_id uuid references users,
    member_ids uuid[] not null default '{}',
    link_module jsonb not null default '[]',
    logo_props jsonb not null default '{}',
    sort_order double precision not null,
    archived_at timestamptz(3),
    left_item_ids uuid[] not null default '{}',
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    created_by uuid references users,
    updated_by uuid references users,
    deleted_at timestamptz,
    check (start_date <= target_date)
  )`,
  `create index modules_project on modules (project_id, created_at desc)`,
  `create unique index modules_name on modules (project_id, name) where deleted_at is null`,
  `create index modules_workspace on modules (workspace_id)`,
  `create table module_days (
    module_id uuid not null references modules on delete cascade,
    day date not null,
    ${groups.map((group) => `${group} integer not null`).join(', ')},
    primary key (module_id, day)
  )`,
  // How many items of each person and with each label a module holds now, and how many that are part of another.
  `create table module_shares (
    module_id uuid not null references modules on delete cascade,
    kind text not null check (kind in ('assignee', 'label', 'part')),
    id uuid not null,
    total integer not null,
    completed integer not null,
    pending integer not null,
    primary key (module_id, kind, id)
  )`,
  counting('count_module_items_that_came', came),
  counting('count_module_items_that_went', went),
  counting('count_module_items_that_changed', changed),
  `create trigger modules_of_new_items after insert on work_items
    referencing new table as came for each statement execute function count_module_items_that_came()`,
  `create trigger modules_of_changed_items after update on work_items
    referencing old table as went new table as came for each statement execute function count_module_items_that_changed()`,
  `create trigger modules_of_deleted_items after delete on work_items
    referencing old table as went for each statement execute function count_module_items_that_went()`,
]
