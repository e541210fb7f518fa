import { Migration } from '@mikro-orm/migrations'

/**
 * What work items are to each other, and how a person looks at a list of them. Several relations of different types may stand between
 * two items; each is stored once, whichever side it was made from.
 */
export class Relations extends Migration {
  override name = '0004-relations'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const audited = `
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid`

const statements = [
  `create table work_item_relations (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    related_project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    related_issue_id uuid not null references work_items on delete cascade,
    relation_type text not null check (
      relation_type in ('relates_to', 'duplicate', 'blocked_by', 'start_before', 'finish_before', 'implemented_by')
    ),
    maker_id uuid,
    ${audited},
    check (issue_id <> related_issue_id),
    unique (issue_id, related_issue_id, relation_type)
  )`,
  `create index work_item_relations_related on work_item_relations (related_issue_id)`,
  `create index work_item_relations_project on work_item_relations (project_id)`,
  `create index work_item_relations_related_project on work_item_relations (related_project_id)`,
  `create table user_properties (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    context text not null,
    context_id uuid not null,
    filters jsonb not null default '{}',
    rich_filters jsonb not null default '{}',
    display_filters jsonb not null default '{}',
    display_properties jsonb not null default '{}',
    preferences jsonb not null default '{}',
    sort_order double precision not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (user_id, context, context_id)
  )`,
  `create index user_properties_workspace on user_properties (workspace_id, user_id)`,
]
