import { Migration } from '@mikro-orm/migrations'

/**
 * What the items of modules are estimated at, kept by triggers as 0045 has them for cycles; what sums of a project are of, and since when; and
 * what is frozen of a cycle has its points, too.
 */
export class PointsInFigures extends Migration {
  override name = '0046-points-in-figures'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const counts =
  "module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage'"
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
const isOpen = "state__group in ('backlog', 'unstarted', 'started')"
const nobody = '00000000-0000-0000-0000-000000000000'
const lockSpace = 41

const held = 'state__group, assignee_ids, label_ids, parent_id, estimate_value'
const came = `select module_id, ${held}, 1 as n from came, unnest(module_ids) module_id where ${counts}`
const went = `select module_id, ${held}, -1 as n from went, unnest(module_ids) module_id where ${counts}`
const columns = [
  'module_ids',
  'state__group',
  'assignee_ids',
  'label_ids',
  'parent_id',
  'estimate_value',
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
const holders = `cross join lateral (
  select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{${nobody}}' else assignee_ids end) as id
  union all
  select 'label', unnest(case label_ids when '{}' then '{${nobody}}' else label_ids end)
  union all
  select 'part', '${nobody}'::uuid where parent_id is not null
) held`

/** As 0044 has it, with what the items come to. */
const counting = (name: string, moved: string) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
  declare
    change record;
    last_day module_days;
    today date;
  begin
    for change in
      select * from (
        select module_id, ${groups.flatMap(countedIn).join(', ')} from (${moved}) moved group by module_id
      ) summed order by module_id
    loop
      perform pg_advisory_xact_lock(${lockSpace}, hashtext(change.module_id::text));
      continue when ${all.map((one) => `change.${one} = 0`).join(' and ')};
      select day_in(clock_timestamp(), p.timezone) into today
        from modules m join projects p on p.id = m.project_id where m.id = change.module_id;
      continue when today is null;
      select * into last_day from module_days where module_id = change.module_id order by day desc limit 1;
      insert into module_days (module_id, day, ${all.join(', ')})
      values (change.module_id, greatest(today, last_day.day), ${all.map((one) => `coalesce(last_day.${one}, 0) + change.${one}`).join(', ')})
      on conflict (module_id, day) do update set ${all.map((one) => `${one} = excluded.${one}`).join(', ')};
    end loop;
    if not found then
      return null;
    end if;
    insert into module_shares (module_id, kind, id, ${shareNames.join(', ')})
    select module_id, kind, id, ${sharesOf.map((sum) => `coalesce(${sum}, 0)`).join(', ')}
    from (${moved}) moved ${holders}
    where exists (select 1 from modules where modules.id = module_id)
    group by module_id, kind, id
    having ${sharesOf.map((sum) => `${sum} <> 0`).join(' or ')}
    order by module_id, kind, id
    on conflict (module_id, kind, id) do update set
      ${shareNames.map((one) => `${one} = module_shares.${one} + excluded.${one}`).join(', ')};
    return null;
  end $$`

/** What is in a module now; the days before keep nothing of points, since nobody wrote them down. */
const counted = `(
  select module_id, ${held}, 1 as n from work_items, unnest(module_ids) module_id where ${counts} and estimate_value <> 0
) moved`

const noPoints = ['total', ...groups].map((name) => `'${name}_estimate_points', 0`).join(', ')
const noFigures = `'{"assignees": [], "labels": [], "completion_chart": {}, "scope_chart": {}}'::jsonb`

const statements = [
  `alter table module_days ${points.map((name) => `add column ${name} numeric not null default 0`).join(', ')}`,
  `alter table module_shares ${shares.map(([name]) => `add column ${name}_points numeric not null default 0`).join(', ')}`,
  counting('count_module_items_that_came', came),
  counting('count_module_items_that_went', went),
  counting('count_module_items_that_changed', changed),
  `insert into module_days (module_id, day, ${all.join(', ')})
    select summed.module_id, greatest(day_in(clock_timestamp(), p.timezone), last_day.day),
      ${groups.map((group) => `last_day.${group}`).join(', ')}, ${points.map((name) => `summed.${name}`).join(', ')}
    from (select module_id, ${groups.flatMap(countedIn).join(', ')} from ${counted} group by module_id) summed
    join modules m on m.id = summed.module_id
    join projects p on p.id = m.project_id
    cross join lateral (
      select * from module_days where module_days.module_id = m.id order by day desc limit 1
    ) last_day
    on conflict (module_id, day) do update set ${points.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  `update module_shares set ${shares.map(([name]) => `${name}_points = summed.${name}_points`).join(', ')}
    from (
      select module_id, kind, id, ${shares.map(([name, only]) => `coalesce(sum(estimate_value)${only}, 0) as ${name}_points`).join(', ')}
      from ${counted} ${holders} group by module_id, kind, id
    ) summed
    where (module_shares.module_id, module_shares.kind, module_shares.id) = (summed.module_id, summed.kind, summed.id)`,
  `alter table projects add column points_type text check (points_type in ('points', 'time')), add column points_since timestamptz`,
  `update projects set points_type = e.type from estimates e
    where e.project_id = projects.id and e.last_used and e.deleted_at is null and e.type <> 'categories'`,
  // Nobody kept the points of what was over before there were any.
  `update cycles set
      progress_snapshot = progress_snapshot || jsonb_build_object('estimate_type', null, ${noPoints}),
      frozen_figures = jsonb_build_object('issues', frozen_figures, 'points', ${noFigures})
    where progress_snapshot is not null`,
]
