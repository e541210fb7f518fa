import { Migration } from '@mikro-orm/migrations'

/**
 * Co-edited documents: the merged Yjs state, and the log of updates that are not merged yet. No foreign keys: an append must
 * not wait for a lock on a row that someone edits, and what is left of a deleted owner is swept away with it.
 */
export class Documents extends Migration {
  override name = '0002-documents'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table documents (
    name text primary key,
    workspace_id uuid not null,
    state bytea,
    version bigint not null default 0,
    updated_at timestamptz not null default now()
  )`,
  `create index documents_workspace on documents (workspace_id)`,
  `create table document_updates (
    seq bigint generated always as identity primary key,
    name text not null,
    workspace_id uuid not null,
    updates bytea not null,
    user_id uuid,
    created_at timestamptz not null default now()
  )`,
  `create index document_updates_name on document_updates (name, seq)`,
]
