import { Migration } from '@mikro-orm/migrations'

/** Files, and which of them are attached to work items. */
export class Files extends Migration {
  override name = '0028-files'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const audited = `
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz`

const statements = [
  // Without references: a row outlives what its file belongs to, so that whoever tidies up knows which file is to go.
  `create table file_assets (
    id uuid primary key,
    workspace_id uuid,
    project_id uuid,
    entity_type text not null,
    entity_identifier uuid,
    attributes jsonb not null,
    uploaded_at timestamptz,
    ${audited}
  )`,
  `create index file_assets_owner on file_assets (entity_identifier)`,
  `create index file_assets_unconfirmed on file_assets (created_at) where uploaded_at is null`,
  `create index file_assets_deleted on file_assets (deleted_at) where deleted_at is not null`,
  `create table work_item_attachments (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    issue_created_by uuid,
    attributes jsonb not null,
    ${audited}
  )`,
  `create index work_item_attachments_of_item on work_item_attachments (issue_id, created_at)`,
]
