import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the tables `item_imports` for imports of work items, `item_import_results` for their reports, and
 * `imported_items`, which contains the id of the work item for each imported item of another program.
 */
export class ItemImports extends Migration {
  override name = '0163-item-imports'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table item_imports (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    created_by uuid not null references users on delete cascade,
    name text not null,
    size bigint not null,
    status text not null,
    problem text,
    format text,
    total integer,
    done integer not null default 0,
    created integer not null default 0,
    updated integer not null default 0,
    unchanged integer not null default 0,
    dropped integer not null default 0,
    settings jsonb not null default '{}',
    created_values jsonb not null default '{}'
  )`,
  'create index item_imports_of_person on item_imports (workspace_id, created_by, created_at desc)',
  'create index item_imports_project on item_imports (project_id)',
  'create index item_imports_created_by on item_imports (created_by)',
  `create table item_import_results (
    import_id uuid not null references item_imports on delete cascade,
    position integer not null,
    row integer not null,
    external_id text not null,
    title text not null,
    item_id uuid references work_items on delete set null,
    outcome text not null,
    notes jsonb not null default '[]',
    before jsonb,
    primary key (import_id, position)
  )`,
  'create index item_import_results_item on item_import_results (item_id)',
  `create table imported_items (
    project_id uuid not null references projects on delete cascade,
    source text not null,
    external_id text not null,
    item_id uuid not null references work_items on delete cascade,
    hash text,
    primary key (project_id, source, external_id)
  )`,
  'create index imported_items_item on imported_items (item_id)',
]
