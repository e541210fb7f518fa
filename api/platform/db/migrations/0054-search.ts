import { Migration } from '@mikro-orm/migrations'

/**
 * What search compares, one row for each thing and place where it is found; `api/personal/search/README.md` says why it is so. Both indexes of words are
 * written at once: what would wait in a list is read by every search. What was there before is indexed by a job, workspace by workspace.
 */
export class Search extends Migration {
  override name = '0054-search'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table search_entries (
    id uuid not null,
    place uuid not null,
    workspace_id uuid not null references workspaces on delete cascade,
    class text not null check (class in ('item', 'comment', 'other')),
    kind text not null,
    owner_id uuid,
    author_id uuid,
    is_private boolean not null,
    updated_at timestamptz not null,
    title_words tsvector not null,
    all_words tsvector,
    primary key (id, place)
  )`,
  `create index search_entries_newest on search_entries (workspace_id, class, updated_at desc, id desc)`,
  `create index search_entries_of_place on search_entries (place, class, updated_at desc, id desc)`,
  `create index search_entries_titles on search_entries using gin (title_words) with (fastupdate = off)`,
  `create index search_entries_words on search_entries using gin (all_words) with (fastupdate = off) where all_words is not null`,
  `create table search_backlog (
    workspace_id uuid primary key references workspaces on delete cascade,
    source text not null,
    after uuid not null
  )`,
  `insert into search_backlog select id, 'projects', '00000000-0000-0000-0000-000000000000' from workspaces`,
]
