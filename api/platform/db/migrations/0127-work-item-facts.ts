import { Migration } from '@mikro-orm/migrations'

/**
 * The columns of work items that charts depend on. If one of them changes, the row of the item in
 * `work_item_facts` is outdated.
 */
const columns = [
  ...['project_id', 'state_id', 'state__group', 'priority', 'created_by', 'cycle_id', 'epic_id'],
  ...[
    'estimate_point',
    'estimate_value',
    'label_ids',
    'assignee_ids',
    'module_ids',
    'start_date',
    'target_date',
  ],
  ...['created_at', 'completed_at', 'is_draft', 'is_epic', 'archived_at', 'deleted_at'],
]

/**
 * Adds tables with precomputed counts and sums for charts (see `api/planning/analytics/README.md`). Triggers only
 * record which work items have changed, so that two transactions in the same project never wait for each other. A job
 * updates the counts and sums later.
 */
export class WorkItemFacts extends Migration {
  override name = '0127-work-item-facts'

  override up(): void {
    this.createTables()
    this.createIndexes()
    this.addSql(markFunctions)
    this.addSql(factFunctions)
    this.addSql(storeFunction)
    this.addSql(refreshFunction)
    this.addSql(rebuildFunction)
    this.createTriggers()
    this.addSql('select rebuild_work_item_facts()')
  }

  private createTables(): void {
    this.addSql(
      'create table changed_work_items (workspace_id uuid not null, project_id uuid not null, issue_id uuid not null)',
    )
    this.addSql(`create table work_item_facts (
      issue_id uuid primary key, project_id uuid not null references projects (id) on delete cascade, state_id uuid not null, priority text not null, created_by uuid,
      cycle_id uuid, epic_id uuid, estimate_point uuid, estimate_value numeric(12, 2), label_ids uuid[] not null,
      assignee_ids uuid[] not null, module_ids uuid[] not null, start_date date, target_date date,
      created_at timestamp(3) with time zone not null, completed_at timestamp(3) with time zone,
      is_completed boolean not null, started_at timestamp with time zone)`)
    this.addSql(`create table work_item_moves (
      issue_id uuid not null, activity_id uuid not null, project_id uuid not null references projects (id) on delete cascade,
      moved_at timestamp with time zone not null,
      old_state_id uuid, new_state_id uuid, created_at timestamp(3) with time zone not null,
      primary key (issue_id, activity_id))`)
    this.addSql(`create table work_item_tallies (
      project_id uuid not null references projects (id) on delete cascade, field text collate "C" not null, value text collate "C" not null,
      state_id uuid not null, items int not null, points numeric(16, 2) not null, primary key (project_id, field, value, state_id))`)
  }

  private createIndexes(): void {
    this.addSql('create index changed_work_items_of_workspace on changed_work_items (workspace_id, issue_id)')
    this.addSql(
      'create index work_item_facts_created on work_item_facts (project_id, created_at) include (state_id, estimate_value)',
    )
    this.addSql(`create index work_item_facts_completed on work_item_facts (project_id, completed_at)
      include (issue_id, state_id, estimate_value, is_completed, started_at, created_at) where completed_at is not null`)
    this.addSql(
      'create index work_item_moves_moved on work_item_moves (project_id, moved_at) include (old_state_id, new_state_id)',
    )
    this.addSql(
      'create index work_item_moves_created on work_item_moves (project_id, created_at) include (old_state_id, new_state_id)',
    )
    this.addSql('create index work_item_tallies_empty on work_item_tallies (items) where items = 0')
  }

  private createTriggers(): void {
    const list = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
    this.addSql(`create trigger facts_of_changed_items after update on work_items for each row
      when ((${list('old')}) is distinct from (${list('new')})) execute function mark_changed_work_item()`)
    this.addSql(
      'create trigger facts_of_new_items after insert on work_items for each row execute function mark_changed_work_item()',
    )
    this.addSql(
      'create trigger facts_of_deleted_items after delete on work_items for each row execute function mark_deleted_work_item()',
    )
    this.addSql(
      'create trigger facts_of_projects after delete on projects for each row execute function forget_changed_work_items()',
    )
    this.addSql(`create trigger facts_of_moves after insert or update on work_item_activities for each row
      when (new.field = 'state') execute function mark_moved_work_item()`)
    this.addSql(`create trigger facts_of_states after update of "group" on states for each row
      when (old."group" is distinct from new."group") execute function mark_work_items_of_state()`)
  }
}

/**
 * Triggers that insert a mark (a row of `changed_work_items`) for each changed item. An item that moves to
 * another project gets a mark in both projects. Deleting a project also deletes the marks in this project, so one
 * mark remains if one of the two projects is deleted.
 */
const markFunctions = `
  create function mark_changed_work_item() returns trigger language plpgsql as $$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id) values (new.workspace_id, new.project_id, new.id);
    if tg_op = 'UPDATE' and old.project_id <> new.project_id then
      insert into changed_work_items (workspace_id, project_id, issue_id) values (old.workspace_id, old.project_id, old.id);
    end if;
    return null;
  end $$;

  -- The deletion of a project also deletes its facts, so that its items need no mark.
  create function mark_deleted_work_item() returns trigger language plpgsql as $$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id)
    select old.workspace_id, old.project_id, old.id where exists (select 1 from projects where id = old.project_id);
    return null;
  end $$;

  create function forget_changed_work_items() returns trigger language plpgsql as $$
  begin
    delete from changed_work_items where workspace_id = old.workspace_id and project_id = old.id;
    return null;
  end $$;

  create function mark_moved_work_item() returns trigger language plpgsql as $$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id)
    select workspace_id, project_id, id from work_items where id = new.issue_id;
    return null;
  end $$;

  -- The group of a state also decides when the items started that have left the state.
  create function mark_work_items_of_state() returns trigger language plpgsql as $$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id)
    select workspace_id, project_id, id from work_items where id in (
      select issue_id from work_item_activities
      where workspace_id = new.workspace_id and field = 'state' and new_identifier = new.id);
    return null;
  end $$`

/**
 * `current_work_item_facts` and `current_work_item_moves` compute the rows of `work_item_facts` and
 * `work_item_moves` for the given items. Items that lists do not show, such as drafts, have no rows. A move is a
 * change of the state of an item.
 *
 * `cells_of_fact` returns the fields and values for which one item counts in `work_item_tallies`. An item with two
 * labels counts once for each label. A timestamp counts for its day in UTC.
 *
 * The field `flow` contains by how much the number of items in each state changed on each day. The sum of these
 * changes up to a day is the number of items in the state on this day. `cells_of_fact` counts an item in its current state on the
 * day of its creation. `cells_of_move` adds each move on the day of the move, and subtracts it on the day of the
 * creation. Therefore the item counts in its initial state until its first move.
 */
const factFunctions = `
  create function current_work_item_facts(ids uuid[]) returns setof work_item_facts language sql stable as $$
    select id, project_id, state_id, priority, created_by, cycle_id, epic_id, estimate_point, estimate_value, label_ids,
      assignee_ids, module_ids, start_date, target_date, created_at, completed_at, state__group = 'completed', (
        select min(moved.created_at) from work_item_activities moved join states on states.id = moved.new_identifier
        where moved.issue_id = work_items.id and moved.field = 'state' and states."group" = 'started')
    from work_items where id = any(ids) and deleted_at is null and archived_at is null and not is_draft and not is_epic
      and (state__group = 'triage') is not true
  $$;

  create function current_work_item_moves(ids uuid[]) returns setof work_item_moves language sql stable as $$
    select work_items.id, moved.id, project_id, moved.created_at, old_identifier, new_identifier, work_items.created_at
    from work_items join work_item_activities moved on moved.issue_id = work_items.id and moved.field = 'state'
    where work_items.id = any(ids) and deleted_at is null and archived_at is null and not is_draft and not is_epic
      and (state__group = 'triage') is not true
  $$;

  create function day_in_utc(moment timestamp with time zone) returns text language sql immutable as $$
    select to_char(moment at time zone 'UTC', 'YYYY-MM-DD')
  $$;

  create function cells_of_fact(fact work_item_facts) returns table (field text, value text) language sql immutable as $$
    select 'state_id', ''
    union all select 'priority', fact.priority
    union all select 'created_by', coalesce(fact.created_by::text, '')
    union all select 'cycle_id', coalesce(fact.cycle_id::text, '')
    union all select 'epic_id', coalesce(fact.epic_id::text, '')
    union all select 'estimate_point', coalesce(fact.estimate_point::text, '')
    union all select 'label_ids', unnest(case fact.label_ids when '{}' then '{""}' else fact.label_ids::text[] end)
    union all select 'assignee_ids', unnest(case fact.assignee_ids when '{}' then '{""}' else fact.assignee_ids::text[] end)
    union all select 'module_ids', unnest(case fact.module_ids when '{}' then '{""}' else fact.module_ids::text[] end)
    union all select 'start_date', coalesce(to_char(fact.start_date, 'YYYY-MM-DD'), '')
    union all select 'target_date', coalesce(to_char(fact.target_date, 'YYYY-MM-DD'), '')
    union all select 'created_at', day_in_utc(fact.created_at)
    union all select 'completed_at', coalesce(day_in_utc(fact.completed_at), '')
    union all select 'flow', day_in_utc(fact.created_at)
  $$;

  create function cells_of_move(move work_item_moves) returns table (value text, state_id uuid, items int) language sql immutable as $$
    select day_in_utc(move.moved_at), coalesce(move.old_state_id, '00000000-0000-0000-0000-000000000000'), -1
    union all select day_in_utc(move.moved_at), coalesce(move.new_state_id, '00000000-0000-0000-0000-000000000000'), 1
    union all select day_in_utc(move.created_at), coalesce(move.old_state_id, '00000000-0000-0000-0000-000000000000'), 1
    union all select day_in_utc(move.created_at), coalesce(move.new_state_id, '00000000-0000-0000-0000-000000000000'), -1
  $$`

/**
 * Returns SQL that computes the counts and the sums of estimates from rows of `work_item_facts` and
 * `work_item_moves`. The parameters are SQL for a `from` clause. Each row of `facts` contains a column `fact`, each
 * row of `moves` a column `move`, and both contain a number `n`: 1 adds the row, and -1 subtracts the row.
 */
const sums = (facts: string, moves: string) => `
  select project_id, field, value, state_id, sum(items), sum(points) from (
    select (side.fact).project_id, cell.field, cell.value, (side.fact).state_id, n as items,
      case cell.field when 'flow' then 0 else n * coalesce((side.fact).estimate_value, 0) end as points
    from ${facts} side cross join lateral cells_of_fact(side.fact) cell
    union all
    select (side.move).project_id, 'flow', cell.value, cell.state_id, n * cell.items, 0
    from ${moves} side cross join lateral cells_of_move(side.move) cell
  ) changed
  group by 1, 2, 3, 4 having sum(items) <> 0 or sum(points) <> 0`

/**
 * Updates the rows of the given items in `work_item_facts` and `work_item_moves`. Then subtracts the old rows from
 * the counts and sums in `work_item_tallies`, and adds the new rows.
 */
const storeFunction = `
  create function store_work_item_facts(ids uuid[]) returns void language plpgsql as $$
  declare
    old_facts work_item_facts[];
    new_facts work_item_facts[];
    old_moves work_item_moves[];
    new_moves work_item_moves[];
  begin
    select array_agg(fact) into old_facts from work_item_facts fact where issue_id = any(ids);
    select array_agg(move) into old_moves from work_item_moves move where issue_id = any(ids);
    select array_agg(fact) into new_facts from current_work_item_facts(ids) fact;
    select array_agg(move) into new_moves from current_work_item_moves(ids) move;
    delete from work_item_facts where issue_id in (
      select issue_id from (select * from unnest(old_facts) except select * from unnest(new_facts)) gone);
    insert into work_item_facts select * from unnest(new_facts) except select * from unnest(old_facts);
    delete from work_item_moves where (issue_id, activity_id) in (
      select issue_id, activity_id from (select * from unnest(old_moves) except select * from unnest(new_moves)) gone);
    insert into work_item_moves select * from unnest(new_moves) except select * from unnest(old_moves);

    insert into work_item_tallies (project_id, field, value, state_id, items, points)
    ${sums(
      '(select -1 as n, one as fact from unnest(old_facts) one union all select 1, one from unnest(new_facts) one)',
      '(select -1 as n, one as move from unnest(old_moves) one union all select 1, one from unnest(new_moves) one)',
    )}
    on conflict (project_id, field, value, state_id) do update
      set items = work_item_tallies.items + excluded.items, points = work_item_tallies.points + excluded.points;
    delete from work_item_tallies where items = 0 and points = 0;
  end $$`

/**
 * Processes at most `batch` marks (changed items) and returns their number. A change that commits while the function
 * runs has its own mark, which the next run processes.
 */
const refreshFunction = `
  create function refresh_work_item_facts(batch int) returns int language plpgsql as $$
  declare
    ids uuid[];
    marks int;
  begin
    if not pg_try_advisory_xact_lock(42, 0) then
      return 0;
    end if;
    with done as (
      delete from changed_work_items where ctid = any(array(select ctid from changed_work_items limit batch)) returning issue_id
    ) select array_agg(distinct issue_id), count(*) into ids, marks from done;
    if marks > 0 then
      perform store_work_item_facts(ids);
    end if;
    return marks;
  end $$`

/**
 * Fills `work_item_facts`, `work_item_moves` and `work_item_tallies` again from all work items. The migration calls
 * the function once, for existing items. `offset 0` prevents the planner from merging the subquery into the outer
 * query. If the planner merged it and also inlined the function, the query would fail, because the function needs the
 * whole row.
 */
const rebuildFunction = `
  create function rebuild_work_item_facts() returns void language plpgsql as $$
  declare
    ids uuid[];
  begin
    perform pg_advisory_xact_lock(42, 0);
    delete from work_item_tallies;
    delete from work_item_facts;
    delete from work_item_moves;
    delete from changed_work_items;
    for ids in
      select array_agg(id) from (select id, row_number() over (order by project_id, id) / 5000 as part from work_items) item
      group by part
    loop
      insert into work_item_facts select * from current_work_item_facts(ids);
      insert into work_item_moves select * from current_work_item_moves(ids);
    end loop;
    insert into work_item_tallies (project_id, field, value, state_id, items, points)
    ${sums('(select 1 as n, fact from work_item_facts fact offset 0)', '(select 1 as n, move from work_item_moves move offset 0)')};
  end $$`
