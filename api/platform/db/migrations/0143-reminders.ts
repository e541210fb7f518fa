import { Migration } from '@mikro-orm/migrations'

/** Adds the table `reminders` for reminders that users set for themselves on work items. */
export class Reminders extends Migration {
  override name = '0143-reminders'

  override up(): void {
    this.addSql(`create table reminders (
      id uuid not null,
      workspace_id uuid not null,
      project_id uuid not null,
      issue_id uuid not null,
      user_id uuid not null,
      remind_at timestamp(3) with time zone not null,
      constraint reminders_pkey primary key (id),
      constraint reminders_issue_id_fkey foreign key (issue_id) references work_items(id) on delete cascade,
      constraint reminders_project_id_fkey foreign key (project_id) references projects(id) on delete cascade,
      constraint reminders_user_id_fkey foreign key (user_id) references users(id),
      constraint reminders_workspace_id_fkey foreign key (workspace_id) references workspaces(id) on delete cascade
    )`)
    this.addSql('create index reminders_due on reminders (remind_at)')
    this.addSql('create index reminders_issue on reminders (issue_id)')
    this.addSql('create index reminders_user on reminders (user_id, workspace_id)')
  }
}
