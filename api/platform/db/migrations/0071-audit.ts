import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the audit log of users, roles, settings, tokens and files. It has no foreign keys, so that its entries
 * outlive the rows that they name.
 */
export class Audit extends Migration {
  override name = '0071-audit'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table audit_records (
    id uuid primary key,
    created_at timestamptz not null,
    action text not null,
    actor_id uuid,
    actor_name text,
    means text not null,
    token_id uuid,
    token_label text,
    workspace_id uuid,
    workspace_name text,
    project_id uuid,
    project_name text,
    target_kind text,
    target_id uuid,
    target_name text,
    changes jsonb not null default '{}',
    facts jsonb not null default '{}',
    ip text,
    user_agent text,
    words text not null
  )`,
  'create index audit_records_of_workspace on audit_records (workspace_id, created_at desc, id desc)',
  'create index audit_records_by_age on audit_records (created_at desc, id desc)',
  'create index audit_records_of_actor on audit_records (actor_id, created_at desc, id desc)',
  // A trigram index for substring search, like the index of item names.
  'create index audit_records_words on audit_records using gin (words gin_trgm_ops)',
]
