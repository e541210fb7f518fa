import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `project_members.removed_by` for the user who removed a member. Removed members cannot
 * rejoin on their own.
 */
export class RemovedMembers extends Migration {
  override name = '0103-removed-members'

  override up(): void {
    this.addSql('alter table project_members add removed_by uuid references users on delete set null')
    // A project member was removed if the membership was ended by another user while the member stayed in the
    // workspace.
    this.addSql(`update project_members m set removed_by = m.updated_by from workspace_members w
      where w.workspace_id = m.workspace_id and w.member_id = m.member_id and w.is_active
        and not m.is_active and m.updated_by <> m.member_id`)
  }
}
