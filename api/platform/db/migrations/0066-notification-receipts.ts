import { Migration } from '@mikro-orm/migrations'

/**
 * What happened is stored once for all whom it is told, and what each has done with it in a narrow row beside. So far each had a row with all
 * of it, which was too much to write where many hear of an item.
 */
export class NotificationReceipts extends Migration {
  override name = '0066-notification-receipts'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // The receiver refers to nobody: to check each of fifty rows takes longer than to write them, and people are never deleted as rows.
  `create table notification_receipts (
    notification_id uuid not null references notifications on delete cascade,
    receiver uuid not null,
    workspace_id uuid not null,
    sender text not null,
    read_at timestamptz,
    snoozed_till timestamptz,
    woke_at timestamptz,
    archived_at timestamptz,
    unmailed_since timestamptz,
    primary key (notification_id, receiver)
  )`,
  `insert into notification_receipts
    select id, receiver, workspace_id, sender, read_at, snoozed_till, woke_at, archived_at,
      case when unmailed is not null then created_at - interval '15 minutes' end
    from notifications`,
  'create index notification_receipts_of_receiver on notification_receipts (receiver, workspace_id)',
  // How many wait is asked for with each screen.
  `create index notification_receipts_unread on notification_receipts (receiver, workspace_id)
    where read_at is null and archived_at is null`,
  'create index notification_receipts_snoozed on notification_receipts (snoozed_till) where snoozed_till is not null',
  'create index notification_receipts_unmailed on notification_receipts (receiver) where unmailed_since is not null',
  `alter table notifications add receivers uuid[] not null default '{}', add happened jsonb not null default '[]'`,
  `update notifications set receivers = array[receiver], happened = coalesce(unmailed, data->'issue_activities')`,
  `alter table notifications alter receivers drop default, alter happened drop default,
    drop column receiver, drop column sender, drop column read_at, drop column snoozed_till, drop column woke_at,
    drop column archived_at, drop column unmailed`,
  'create index notifications_of_item on notifications (entity_identifier, created_at)',
]
