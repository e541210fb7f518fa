import { Migration } from '@mikro-orm/migrations'

/** Stores calendar feeds, which calendar programs read by a secret address. */
export class CalendarFeeds extends Migration {
  override name = '0175-calendar-feeds'

  override up(): void {
    this.addSql(`create table calendar_feeds (
      id uuid not null,
      created_at timestamp(3) with time zone not null default now(),
      user_id uuid not null,
      workspace_id uuid not null,
      kind text not null,
      target_id uuid,
      secret_hash text not null,
      ending text not null,
      last_used timestamp with time zone,
      constraint calendar_feeds_pkey primary key (id),
      constraint calendar_feeds_secret_hash_key unique (secret_hash),
      constraint calendar_feeds_kind_check check (kind in ('assigned', 'project', 'view', 'cycle', 'module')),
      constraint calendar_feeds_target_check check ((kind = 'assigned') = (target_id is null)),
      constraint calendar_feeds_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
      constraint calendar_feeds_workspace_id_fkey foreign key (workspace_id) references workspaces(id) on delete cascade
    )`)
    this.addSql('create index calendar_feeds_of_person on calendar_feeds (user_id)')
    this.addSql('create index calendar_feeds_of_workspace on calendar_feeds (workspace_id)')
  }
}
