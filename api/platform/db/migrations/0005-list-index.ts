import { Migration } from '@mikro-orm/migrations'

/**
 * What a list looks for, groups, filters and sorts by, in one index: which items stand where is found out from it alone, and of the
 * table only the rows of the page are read. An entry of an index may have 2,704 bytes, hence the check. That the table need not be
 * looked at PostgreSQL knows of pages that were vacuumed since they were written, so it does that sooner than by default.
 */
export class ListIndex extends Migration {
  override name = '0005-list-index'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table work_items add constraint work_items_values check (
    cardinality(assignee_ids) <= 50 and cardinality(label_ids) <= 50 and cardinality(module_ids) <= 50
  )`,
  `create index work_items_listed on work_items (workspace_id, project_id, sort_order, created_at desc, id desc)
    include (
      updated_at, state_id, state__group, priority, created_by, cycle_id, parent_id, start_date, target_date,
      assignee_ids, label_ids, module_ids, sequence_id, sub_issues_count, link_count, attachment_count
    )
    where deleted_at is null and archived_at is null and not is_draft`,
  `create index work_items_creator on work_items (created_by)
    where deleted_at is null and archived_at is null and not is_draft`,
  `alter table work_items set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
]
