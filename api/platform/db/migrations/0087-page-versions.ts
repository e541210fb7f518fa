import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the tables `page_versions` and `page_version_texts` for former versions of pages. The current text is
 * only in the table `pages`. The page's projects, access and owner determine who receives a version.
 */
export class PageVersions extends Migration {
  override name = '0087-page-versions'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table page_versions (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    page_id uuid not null references pages on delete cascade,
    project_ids uuid[] not null,
    page_access smallint not null,
    page_owned_by uuid not null,
    owned_by uuid references users,
    editor_ids uuid[] not null default '{}',
    last_saved_at timestamptz not null,
    restored_from timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid references users,
    updated_by uuid references users
  )`,
  `create index page_versions_of_page on page_versions (page_id, id desc)`,
  `create table page_version_texts (
    version_id uuid primary key references page_versions on delete cascade,
    description_html text not null,
    description_json jsonb,
    description_stripped text not null
  )`,
]
