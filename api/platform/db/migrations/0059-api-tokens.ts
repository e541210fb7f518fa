import { Migration } from '@mikro-orm/migrations'

/** Keys by which programs act for people. */
export class ApiTokens extends Migration {
  override name = '0059-api-tokens'

  override up(): void {
    this.addSql(`create table api_tokens (
      id uuid primary key,
      token_hash text not null unique,
      ending text not null,
      user_id uuid not null references users on delete cascade,
      workspace_id uuid references workspaces on delete cascade,
      label text not null,
      description text not null,
      scope text not null check (scope in ('read', 'write')),
      is_active boolean not null default true,
      last_used timestamptz,
      expired_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
    this.addSql('create index api_tokens_of_person on api_tokens (user_id)')
    this.addSql('create index api_tokens_of_workspace on api_tokens (workspace_id)')
  }
}
