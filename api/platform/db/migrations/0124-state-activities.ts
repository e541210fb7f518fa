import { Migration } from '@mikro-orm/migrations'

/** Adds an index that finds the state changes of a work item, for cumulative flow and cycle time. */
export class StateActivities extends Migration {
  override name = '0124-state-activities'

  override up(): void {
    this.addSql(
      `create index work_item_activities_of_states on work_item_activities (issue_id, created_at) where field = 'state'`,
    )
  }
}
