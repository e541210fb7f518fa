import { Migration } from '@mikro-orm/migrations'

/**
 * Epics: types of work items, of which there is one so far, the epic above each item, how many items are below each epic in which group of
 * states, and what people say of how one goes. Triggers keep the counts as they do for cycles (0040).
 */
export class Epics extends Migration {
  override name = '0048-epics'

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
  "epic_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage'"
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
const columns = ['epic_id', 'state__group', 'deleted_at', 'archived_at', 'is_draft']
const valuesOf = (row: string) => columns.map((name) => `${row}.${name}`).join(', ')

const came = `select epic_id, state__group, 1 as n from came where ${counts}`
const went = `select epic_id, state__group, -1 as n from went where ${counts}`
/** Of a statement over however many rows, those alone of which something is different that is counted. */
const changed = `select epic_id, state__group, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (${valuesOf('went')}, -1), (${valuesOf('came')}, 1)) side(${columns.join(', ')}, n)
  where (went.epic_id is not null or came.epic_id is not null) and (${valuesOf('went')}) is distinct from (${valuesOf('came')})
) sides where ${counts}`

/** Each epic once and in order of their ids, so that two that count the same epics wait for each other. */
const counting = (name: string, moved: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  begin
    insert into epic_counts (epic_id, ${groups.join(', ')})
    select epic_id, ${groups.map((group) => `coalesce(sum(n) filter (where state__group = '${group}'), 0)`).join(', ')}
    from (${moved}) moved
    where exists (select 1 from work_items epic where epic.id = moved.epic_id)
    group by epic_id
    order by epic_id
    on conflict (epic_id) do update set ${groups.map((group) => `${group} = epic_counts.${group} + excluded.${group}`).join(', ')};
    return null;
  end $$`

const statements = [
  `create table work_item_types (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    name text not null,
    description text not null default '',
    logo_props jsonb not null default '{}',
    is_epic boolean not null default false,
    is_default boolean not null default false,
    is_active boolean not null default true,
    level integer not null default 0,${audited}
  )`,
  // Of epics a workspace has one type; whatever else it has of types comes beside it.
  `create unique index work_item_types_epic on work_item_types (workspace_id) where is_epic and deleted_at is null`,
  `alter table projects add column is_epic_enabled boolean not null default false`,
  `alter table work_items
    add column is_epic boolean not null default false,
    add column epic_id uuid references work_items on delete set null,
    add foreign key (type_id) references work_item_types on delete set null,
    add check (not is_epic or (parent_id is null and epic_id is null and cycle_id is null and module_ids = '{}'))`,
  `create index work_items_epic on work_items (epic_id) where epic_id is not null`,
  `create index work_items_epics on work_items (workspace_id, project_id, sort_order, created_at desc, id desc)
    where is_epic and deleted_at is null`,
  `create table epic_counts (
    epic_id uuid primary key references work_items on delete cascade,
    ${groups.map((group) => `${group} integer not null`).join(', ')}
  )`,
  counting('count_epic_items_that_came', came),
  counting('count_epic_items_that_went', went),
  counting('count_epic_items_that_changed', changed),
  `create trigger epics_of_new_items after insert on work_items
    referencing new table as came for each statement execute function count_epic_items_that_came()`,
  `create trigger epics_of_changed_items after update on work_items
    referencing old table as went new table as came for each statement execute function count_epic_items_that_changed()`,
  `create trigger epics_of_deleted_items after delete on work_items
    referencing old table as went for each statement execute function count_epic_items_that_went()`,
  `create table epic_updates (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    epic_id uuid not null references work_items on delete cascade,
    status text not null check (status in ('on_track', 'at_risk', 'off_track')),
    text text not null default '',
    issue_created_by uuid references users,${audited}
  )`,
  `create index epic_updates_of_epic on epic_updates (epic_id, created_at desc, id desc) where deleted_at is null`,
  // Lists leave epics out, and filter and group by them, from the indexes that they are read from.
  'drop index work_items_listed',
  `create index work_items_listed on work_items (workspace_id, project_id, sort_order, created_at desc, id desc)
    include (
      updated_at, state_id, state__group, priority, created_by, cycle_id, epic_id, parent_id, start_date, target_date, completed_at,
      estimate_point, estimate_value,
      assignee_ids, label_ids, module_ids, sequence_id, sub_issues_count, link_count, attachment_count
    )
    where deleted_at is null and archived_at is null and not is_draft and not is_epic`,
  'drop index work_items_grouped',
  `create index work_items_grouped on work_items (workspace_id, project_id, sort_order, created_at desc, id desc)
    include (state_id, priority, estimate_value, assignee_ids, label_ids)
    where deleted_at is null and archived_at is null and not is_draft and not is_epic and (state__group = 'triage') is not true`,
]
