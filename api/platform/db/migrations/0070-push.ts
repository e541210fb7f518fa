import { Migration } from '@mikro-orm/migrations'

/** Browsers that people let us tell of what happened, and what is to be told there. */
export class Push extends Migration {
  override name = '0070-push'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const switches = ['property_change', 'state_change', 'issue_completed', 'comment', 'mention', 'due_date']

const statements = [
  // Whoever signs out there, or is signed out, is told nothing there any more.
  `create table push_devices (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    session_hash text not null references sessions on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    user_agent text not null,
    created_at timestamptz not null default now()
  )`,
  'create index push_devices_of_user on push_devices (user_id)',
  'create index push_devices_of_session on push_devices (session_hash)',
  'alter table notification_receipts add unpushed_since timestamptz',
  'create index notification_receipts_unpushed on notification_receipts (receiver) where unpushed_since is not null',
  `alter table notification_preferences ${switches.map((name) => `add push_${name} boolean not null default true`).join(', ')}`,
]
