import { Migration } from '@mikro-orm/migrations'

/** Adds the issuer to accounts of external providers, because users are identified by issuer and subject. */
export class Providers extends Migration {
  override name = '0076-providers'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // The issuer is needed because two providers may use the same id for two users, and an admin may replace
  // one provider by another.
  "alter table linked_accounts add issuer text not null default ''",
  `update linked_accounts set issuer = case provider
     when 'google' then 'https://accounts.google.com' when 'github' then 'https://github.com' else '' end`,
  `alter table linked_accounts
    alter issuer drop default,
    drop constraint linked_accounts_provider_check,
    add constraint linked_accounts_provider_check
      check (provider in ('google', 'github', 'gitlab', 'gitea', 'oidc', 'saml')),
    drop constraint linked_accounts_provider_provider_account_id_key,
    add unique (provider, issuer, provider_account_id)`,
  // `provider_sign_ins` contains the sign-ins at identity providers that have not ended. A state is valid
  // only in the browser that began the sign-in.
  `create table provider_sign_ins (
    state_hash text primary key,
    browser_hash text not null,
    provider text not null,
    linking_user_id uuid references users on delete cascade,
    next_path text,
    identity jsonb,
    expires_at timestamptz not null
  )`,
  // `offered_accounts` contains external identities that have the same email address as an existing account. The user
  // must still confirm that the two are linked.
  `create table offered_accounts (
    browser_hash text primary key,
    user_id uuid not null references users on delete cascade,
    identity jsonb not null,
    next_path text,
    expires_at timestamptz not null
  )`,
]
