import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `former_project_identifiers`, so that items can still be found by former keys. Adds columns
 * in which deleted states and labels store the work items that had them.
 */
export class ProjectSettings extends Migration {
  override name = '0078-project-settings'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table former_project_identifiers (
    workspace_id uuid not null references workspaces on delete cascade,
    identifier text not null,
    project_id uuid not null references projects on delete cascade,
    created_at timestamptz not null default now(),
    primary key (workspace_id, identifier)
  )`,
  'create index former_project_identifiers_project on former_project_identifiers (project_id)',
  `alter table states add left_items jsonb not null default '[]', add became_id uuid`,
  `alter table labels add left_item_ids uuid[] not null default '{}', add gained_item_ids uuid[] not null default '{}',
    add left_child_ids uuid[] not null default '{}', add became_id uuid`,
]
