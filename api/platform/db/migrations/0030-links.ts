import { Migration } from '@mikro-orm/migrations'

/** Links of work items, each address once an item. */
export class Links extends Migration {
  override name = '0030-links'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table work_item_links (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    title text check (char_length(title) between 1 and 255),
    url text not null check (char_length(url) between 1 and 2000),
    metadata jsonb not null default '{}',
    issue_created_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by uuid,
    updated_by uuid,
    constraint work_item_links_url unique (issue_id, url)
  )`,
  `create index work_item_links_project on work_item_links (project_id)`,
]
