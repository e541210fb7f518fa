import { Migration } from '@mikro-orm/migrations'

/** Sessions that a person tells apart and ends, accounts elsewhere, and who deactivated an account. */
export class Account extends Migration {
  override name = '0067-account'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table sessions add id uuid not null unique default uuidv7(), add last_used_at timestamptz`,
  'update sessions set last_used_at = created_at',
  'alter table sessions alter last_used_at set not null, alter last_used_at set default now()',
  `create table linked_accounts (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    provider text not null check (provider in ('google', 'github', 'gitlab', 'gitea')),
    provider_account_id text not null,
    metadata jsonb not null default '{}',
    last_connected_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider, provider_account_id)
  )`,
  'create index linked_accounts_of_person on linked_accounts (user_id)',
  // Whoever deactivated their own account may come back; nobody else whose account was deactivated.
  'alter table users add deactivated_by uuid',
]
