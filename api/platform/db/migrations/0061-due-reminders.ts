import { Migration } from '@mikro-orm/migrations'

/** Who was reminded of what is due, up to which day; and the switch of the mails about it. */
export class DueReminders extends Migration {
  override name = '0061-due-reminders'

  override up(): void {
    this.addSql('alter table notification_preferences add due_date boolean not null default true')
    this.addSql(`create table due_reminders (
      user_id uuid primary key references users on delete cascade,
      day date not null
    )`)
    // Each morning what is due around that day is looked for in all workspaces.
    this.addSql('create index work_items_due on work_items (target_date) where target_date is not null')
  }
}
