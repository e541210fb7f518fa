import { Migration } from '@mikro-orm/migrations'

/** How far each reader of the change feed has come. Whoever takes a reader away deletes its row, and with it the cursors. */
export class FeedReaders extends Migration {
  override name = '0017-feed-readers'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table feed_readers (
    name text primary key,
    begun_at timestamptz not null default now()
  )`,
  `create table feed_cursors (
    reader text not null references feed_readers on delete cascade,
    workspace_id uuid not null references workspaces on delete cascade,
    version bigint not null,
    primary key (reader, workspace_id)
  )`,
  // Each batch that is read writes a cursor anew: room in the page for the next image spares the indexes.
  'alter table feed_cursors set (fillfactor = 50)',
]
