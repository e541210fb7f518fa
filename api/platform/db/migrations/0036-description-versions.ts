import { Migration } from '@mikro-orm/migrations'

/** What descriptions were: the text of each version but the last, which is the one on its item. */
export class DescriptionVersions extends Migration {
  override name = '0036-description-versions'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table description_versions (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    issue_created_by uuid,
    owned_by uuid references users,
    editor_ids uuid[] not null default '{}',
    last_saved_at timestamptz not null,
    restored_from timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid references users,
    updated_by uuid references users
  )`,
  `create index description_versions_of_item on description_versions (issue_id, id desc)`,
  `create index description_versions_project on description_versions (project_id)`,
  `create table description_version_texts (
    version_id uuid primary key references description_versions on delete cascade,
    description_html text not null,
    description_json jsonb,
    description_stripped text not null
  )`,
]
