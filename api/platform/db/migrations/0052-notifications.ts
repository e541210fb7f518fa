import { Migration } from '@mikro-orm/migrations'

/** What happened to the work items that each person hears of, and by which mails they are told. */
export class Notifications extends Migration {
  override name = '0052-notifications'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const switches = ['property_change', 'state_change', 'issue_completed', 'comment', 'mention']

const statements = [
  `create table notifications (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    receiver uuid not null references users on delete cascade,
    triggered_by uuid references users on delete cascade,
    entity_identifier uuid not null references work_items on delete cascade,
    entity_name text not null default 'issue',
    issue_created_by uuid,
    title text not null,
    message jsonb,
    message_html text not null,
    message_stripped text,
    sender text not null,
    data jsonb not null,
    is_mentioned_notification boolean not null,
    read_at timestamptz,
    snoozed_till timestamptz,
    woke_at timestamptz,
    archived_at timestamptz,
    unmailed jsonb,
    deleted_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid references users,
    updated_by uuid references users
  )`,
  'create index notifications_of_receiver on notifications (receiver, workspace_id, coalesce(woke_at, created_at) desc, id desc)',
  // How many wait is asked for with each screen.
  `create index notifications_unread on notifications (receiver, workspace_id)
    where read_at is null and archived_at is null and deleted_at is null`,
  'create index notifications_of_item on notifications (entity_identifier, receiver)',
  'create index notifications_snoozed on notifications (snoozed_till) where snoozed_till is not null',
  'create index notifications_unmailed on notifications (created_at) where unmailed is not null',
  `create table notification_preferences (
    id uuid primary key,
    user_id uuid not null unique references users on delete cascade,
    ${switches.map((name) => `${name} boolean not null default true`).join(', ')},
    quiet_from text check (quiet_from ~ '^([01]\\d|2[0-3]):[0-5]\\d$'),
    quiet_to text check (quiet_to ~ '^([01]\\d|2[0-3]):[0-5]\\d$'),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint notification_preferences_quiet check ((quiet_from is null) = (quiet_to is null))
  )`,
]
