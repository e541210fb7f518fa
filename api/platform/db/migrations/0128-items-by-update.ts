import { Migration } from '@mikro-orm/migrations'

/**
 * Adds an index for lists of all work items of a workspace, sorted by their latest update, and an index for counting
 * overdue items. The
 * index of overdue items has no included columns, because PostgreSQL then stores equal keys only once. Adds the
 * columns of the most common charts to the index `work_item_facts_created`.
 */
export class ItemsByUpdate extends Migration {
  override name = '0128-items-by-update'

  override up(): void {
    const visible = `deleted_at is null and archived_at is null and not is_draft and not is_epic
      and (state__group = 'triage') is not true`
    this.addSql(`create index work_items_by_update on work_items (workspace_id, updated_at desc, created_at desc, id desc)
      include (project_id) where ${visible}`)
    this.addSql(`create index work_items_tally_of_due on work_items (workspace_id, project_id, state__group, target_date)
      where ${visible}`)
    this.addSql('drop index work_item_facts_created')
    this.addSql(`create index work_item_facts_created on work_item_facts (project_id, created_at)
      include (state_id, priority, estimate_value, assignee_ids, label_ids)`)
  }
}
