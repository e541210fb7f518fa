import { Migration } from '@mikro-orm/migrations'

/** Adds the tables `page_imports` for imports of pages and `page_import_notes` for their reports. */
export class PageImports extends Migration {
  override name = '0091-page-imports'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table page_imports (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    created_by uuid not null references users on delete cascade,
    name text not null,
    size bigint not null,
    parent uuid,
    access smallint not null,
    status text not null,
    problem text,
    total integer,
    done integer not null default 0,
    left_out integer not null default 0,
    undone_at timestamptz
  )`,
  'create index page_imports_of_person on page_imports (workspace_id, created_by, created_at desc)',
  'create index page_imports_project on page_imports (project_id)',
  'create index page_imports_created_by on page_imports (created_by)',
  `create table page_import_notes (
    id uuid primary key,
    import_id uuid not null references page_imports on delete cascade,
    kind text not null,
    file text not null,
    page_id uuid references pages on delete set null,
    reason text,
    text text not null default ''
  )`,
  'create index page_import_notes_of_import on page_import_notes (import_id, id)',
  'create index page_import_notes_page on page_import_notes (page_id)',
]
