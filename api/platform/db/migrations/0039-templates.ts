import { Migration } from '@mikro-orm/migrations'

/** What new items of a project begin with; and the sub-items that a draft has of one. */
export class Templates extends Migration {
  override name = '0039-templates'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table work_item_templates (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    name text not null,
    title text not null default '',
    description_html text not null default '',
    preview text not null default '',
    state_id uuid,
    priority text not null default 'none',
    assignee_ids uuid[] not null default '{}',
    label_ids uuid[] not null default '{}',
    start_in_days integer,
    due_in_days integer,
    sub_items jsonb not null default '[]',
    sort_order double precision not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by uuid references users,
    updated_by uuid references users,
    deleted_at timestamptz
  )`,
  `create index work_item_templates_project on work_item_templates (project_id, sort_order)`,
  `create index work_item_templates_workspace on work_item_templates (workspace_id)`,
  `alter table drafts add column sub_items jsonb not null default '[]'`,
]
