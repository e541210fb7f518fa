import { Migration } from '@mikro-orm/migrations'

/**
 * Adds service accounts: members of one workspace without an email address and without a sign-in. A service account is
 * a user with `is_service_account`, and its row in `service_accounts` has the same id as the user.
 */
export class ServiceAccounts extends Migration {
  override name = '0170-service-accounts'

  override up(): void {
    this.addSql(`alter table users
      add column is_service_account boolean not null default false,
      add constraint users_service_account_check check (is_bot or not is_service_account)`)
    this.addSql(`create table service_accounts (
      id uuid primary key references users (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      owner_id uuid not null references users (id) on delete cascade,
      disabled_reason text check (disabled_reason in ('admin', 'owner_left')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null
    )`)
    this.addSql('create index service_accounts_of_workspace on service_accounts (workspace_id)')
    this.addSql('create index service_accounts_of_owner on service_accounts (owner_id)')
  }
}
