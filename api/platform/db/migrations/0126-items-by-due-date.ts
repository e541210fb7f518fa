import { Migration } from '@mikro-orm/migrations'

/** Adds an index for lists of a workspace by due date, such as the overdue work items of a dashboard. */
export class ItemsByDueDate extends Migration {
  override name = '0126-items-by-due-date'

  override up(): void {
    this.addSql(
      `create index work_items_by_due on work_items (workspace_id, target_date, created_at desc, id desc)
       include (project_id, state__group)
       where target_date is not null and deleted_at is null and archived_at is null and not is_draft and not is_epic`,
    )
  }
}
