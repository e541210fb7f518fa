import { Migration } from '@mikro-orm/migrations'

/**
 * Estimates, their values, and what each item's value comes to: a number beside the id of the value, kept by triggers, so that sums of lists
 * are read from the index that counts them and sums of cycles are kept by the write. Numbers are exact, since they are added to and
 * taken from for as long as a cycle lasts.
 */
export class Estimates extends Migration {
  override name = '0045-estimates'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const audited = `
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    created_by uuid references users,
    updated_by uuid references users,
    deleted_at timestamptz`

const counts =
  "cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage'"
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
const isOpen = "state__group in ('backlog', 'unstarted', 'started')"
const nobody = '00000000-0000-0000-0000-000000000000'
const lockSpace = 40

const counted = 'cycle_id, state__group, assignee_ids, label_ids, estimate_value'
const came = `select ${counted}, 1 as n from came where ${counts}`
const went = `select ${counted}, -1 as n from went where ${counts}`
const columns = [
  'cycle_id',
  'state__group',
  'assignee_ids',
  'label_ids',
  'estimate_value',
  'deleted_at',
  'archived_at',
  'is_draft',
]
const valuesOf = (row: string) => columns.map((name) => `${row}.${name}`).join(', ')
const changed = `select ${counted}, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (${valuesOf('went')}, -1), (${valuesOf('came')}, 1)) side(${columns.join(', ')}, n)
  where (went.cycle_id is not null or came.cycle_id is not null) and (${valuesOf('went')}) is distinct from (${valuesOf('came')})
) sides where ${counts}`

const points = groups.map((group) => `${group}_points`)
const all = [...groups, ...points]
const countedIn = (group: string) => [
  `coalesce(sum(n) filter (where state__group = '${group}'), 0)::int as ${group}`,
  `coalesce(sum(n * estimate_value) filter (where state__group = '${group}'), 0) as ${group}_points`,
]
const shares = [
  ['total', ''],
  ['completed', " filter (where state__group = 'completed')"],
  ['pending', ` filter (where ${isOpen})`],
] as const
const shareNames = shares.flatMap(([name]) => [name, `${name}_points`])
const sharesOf = shares.flatMap(([, only]) => [`sum(n)${only}`, `sum(n * estimate_value)${only}`])

/** As 0040 has it, with what the items come to. */
const counting = (name: string, moved: string) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
  declare
    change record;
    last_day cycle_days;
    today date;
  begin
    for change in
      select * from (
        select cycle_id, ${groups.flatMap(countedIn).join(', ')} from (${moved}) moved group by cycle_id
      ) summed order by cycle_id
    loop
      perform pg_advisory_xact_lock(${lockSpace}, hashtext(change.cycle_id::text));
      continue when ${all.map((one) => `change.${one} = 0`).join(' and ')};
      select day_in(clock_timestamp(), p.timezone) into today
        from cycles c join projects p on p.id = c.project_id where c.id = change.cycle_id;
      continue when today is null;
      select * into last_day from cycle_days where cycle_id = change.cycle_id order by day desc limit 1;
      insert into cycle_days (cycle_id, day, ${all.join(', ')})
      values (change.cycle_id, greatest(today, last_day.day), ${all.map((one) => `coalesce(last_day.${one}, 0) + change.${one}`).join(', ')})
      on conflict (cycle_id, day) do update set ${all.map((one) => `${one} = excluded.${one}`).join(', ')};
    end loop;
    if not found then
      return null;
    end if;
    insert into cycle_shares (cycle_id, kind, id, ${shareNames.join(', ')})
    select cycle_id, kind, id, ${sharesOf.map((sum) => `coalesce(${sum}, 0)`).join(', ')}
    from (${moved}) moved
    cross join lateral (
      select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{${nobody}}' else assignee_ids end) as id
      union all
      select 'label', unnest(case label_ids when '{}' then '{${nobody}}' else label_ids end)
    ) held
    where exists (select 1 from cycles where cycles.id = cycle_id)
    group by cycle_id, kind, id
    having ${sharesOf.map((sum) => `${sum} <> 0`).join(' or ')}
    order by cycle_id, kind, id
    on conflict (cycle_id, kind, id) do update set
      ${shareNames.map((one) => `${one} = cycle_shares.${one} + excluded.${one}`).join(', ')};
    return null;
  end $$`

const statements = [
  `create table estimates (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    name text not null,
    description text not null default '',
    type text not null check (type in ('points', 'categories', 'time')),
    last_used boolean not null default false,${audited}
  )`,
  `create index estimates_project on estimates (project_id, created_at desc)`,
  `create index estimates_workspace on estimates (workspace_id)`,
  `create unique index estimates_last_used on estimates (project_id) where last_used and deleted_at is null`,
  // Which items had it when it was deleted, and what they got instead, for when it comes back.
  `create table estimate_points (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    estimate_id uuid not null references estimates on delete cascade,
    key integer not null,
    value text not null,
    number numeric(12, 2),
    description text not null default '',
    left_item_ids uuid[] not null default '{}',
    became_id uuid,${audited}
  )`,
  `create index estimate_points_estimate on estimate_points (estimate_id, key)`,
  `create index estimate_points_workspace on estimate_points (workspace_id)`,
  `alter table projects add foreign key (estimate) references estimates on delete set null`,
  `alter table work_items add column estimate_value numeric(12, 2)`,
  `alter table work_items add foreign key (estimate_point) references estimate_points on delete set null`,
  ...['drafts', 'work_item_templates'].flatMap((table) => [
    `alter table ${table} add column estimate_point uuid`,
    `update ${table} set sub_items = (
      select jsonb_agg('{"estimate_point": null}'::jsonb || one order by at) from jsonb_array_elements(sub_items) with ordinality of_them(one, at)
    ) where sub_items <> '[]'`,
  ]),
  `create index work_items_estimate on work_items (estimate_point) where estimate_point is not null`,
  // Only the value says what an item comes to: whatever gives it one, and whatever makes another number of the value, is followed.
  `create function take_estimate_value() returns trigger language plpgsql as $$
  begin
    new.estimate_value := (select number from estimate_points where id = new.estimate_point);
    return new;
  end $$`,
  `create trigger estimate_of_new_items before insert on work_items
    for each row when (new.estimate_point is not null) execute function take_estimate_value()`,
  `create trigger estimate_of_changed_items before update of estimate_point on work_items
    for each row when (new.estimate_point is distinct from old.estimate_point) execute function take_estimate_value()`,
  `create function pass_on_estimate_value() returns trigger language plpgsql as $$
  begin
    update work_items set estimate_value = new.number where estimate_point = new.id;
    return null;
  end $$`,
  `create trigger estimate_of_items after update of number on estimate_points
    for each row when (new.number is distinct from old.number) execute function pass_on_estimate_value()`,
  `alter table cycle_days ${points.map((name) => `add column ${name} numeric not null default 0`).join(', ')}`,
  `alter table cycle_shares ${shares.map(([name]) => `add column ${name}_points numeric not null default 0`).join(', ')}`,
  counting('count_items_that_came', came),
  counting('count_items_that_went', went),
  counting('count_items_that_changed', changed),
  // Lists are summed, filtered and grouped by it from the indexes that they are read from.
  'drop index work_items_listed',
  `create index work_items_listed on work_items (workspace_id, project_id, sort_order, created_at desc, id desc)
    include (
      updated_at, state_id, state__group, priority, created_by, cycle_id, parent_id, start_date, target_date, completed_at,
      estimate_point, estimate_value,
      assignee_ids, label_ids, module_ids, sequence_id, sub_issues_count, link_count, attachment_count
    )
    where deleted_at is null and archived_at is null and not is_draft`,
  'drop index work_items_grouped',
  `create index work_items_grouped on work_items (workspace_id, project_id, sort_order, created_at desc, id desc)
    include (state_id, priority, estimate_value, assignee_ids, label_ids)
    where deleted_at is null and archived_at is null and not is_draft and (state__group = 'triage') is not true`,
]
