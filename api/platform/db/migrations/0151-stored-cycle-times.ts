import { Migration } from '@mikro-orm/migrations'

/**
 * Stores the number of completed work items by project, state, month and cycle time, so that the chart of cycle times
 * need not read all completed items (see `api/planning/analytics/README.md`).
 */
export class StoredCycleTimes extends Migration {
  override name = '0151-stored-cycle-times'

  override up(): void {
    // Wait until the job that updates `work_item_tallies` has ended, because it could otherwise still call the old
    // version of the function `cells_of_fact`.
    this.addSql('select pg_advisory_xact_lock(42, 0)')
    this.addSql(cycleTimeFunctions)
    this.addSql(cellsOfFact)
    this.addSql(`create index work_item_facts_cycle_time on work_item_facts
      (project_id, cycle_time_bucket(created_at, started_at, completed_at), completed_at)
      include (issue_id, state_id, created_at, started_at) where is_completed and completed_at is not null`)
    this.addSql(`
      insert into work_item_tallies (project_id, field, value, state_id, items, points)
      select project_id, cell.field, cell.value, state_id, count(*), sum(coalesce(estimate_value, 0))
      from work_item_facts fact cross join lateral cells_of_fact(fact) cell
      where cell.field = 'cycle_time' group by 1, 2, 3, 4`)
  }
}

const seconds = `greatest(date_part('epoch',
      completed_at - case when started_at <= completed_at then started_at else created_at end), 0)`

/**
 * `cycle_time_days` returns the days from the start of an item to its completion. `cycle_time_bucket` returns the
 * number of a bucket of similar durations. Each bucket is about five percent wider than the previous one. An index
 * uses `cycle_time_bucket`, and PostgreSQL can compute an index without the schema in its search path. So
 * `cycle_time_bucket` must not call other functions of the schema.
 */
const cycleTimeFunctions = `
  create function cycle_time_days(created_at timestamp with time zone, started_at timestamp with time zone,
    completed_at timestamp with time zone) returns double precision language sql immutable as $$
    select ${seconds} / 86400
  $$;

  create function cycle_time_bucket(created_at timestamp with time zone, started_at timestamp with time zone,
    completed_at timestamp with time zone) returns int language sql immutable as $$
    select floor(20 * ln(1 + ${seconds} / 3600))::int
  $$`

/**
 * Replaces the function `cells_of_fact` of migration 0127. The new version also returns the field `cycle_time`.
 */
const cellsOfFact = `
  create or replace function cells_of_fact(fact work_item_facts) returns table (field text, value text) language sql immutable as $$
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
    union all select 'cycle_time', to_char(fact.completed_at at time zone 'UTC', 'YYYY-MM') || ' '
      || cycle_time_bucket(fact.created_at, fact.started_at, fact.completed_at)
      where fact.is_completed and fact.completed_at is not null
  $$`
