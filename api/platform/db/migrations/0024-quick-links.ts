import { Migration } from '@mikro-orm/migrations'

/** Each person's own links on the home of a workspace. */
export class QuickLinks extends Migration {
  override name = '0024-quick-links'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table quick_links (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    owner uuid not null references users,
    title text check (char_length(title) between 1 and 255),
    url text not null check (char_length(url) between 1 and 2000),
    sort_order double precision not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint quick_links_url unique (workspace_id, owner, url)
  )`,
]
