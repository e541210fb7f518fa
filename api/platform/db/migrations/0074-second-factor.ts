import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the tables `totp_factors`, `recovery_codes` and `sign_in_challenges` for two-factor authentication. Workspaces
 * can require two-factor authentication (`requires_second_factor`).
 */
export class SecondFactor extends Migration {
  override name = '0074-second-factor'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // `has_second_factor` is true if the user has a factor in another table. The column repeats this, because every
  // sign-in and every access check needs it.
  'alter table users add has_second_factor boolean not null default false',
  'alter table workspaces add requires_second_factor boolean not null default false',
  // A factor without `confirmed_at` is not used for sign-ins.
  `create table totp_factors (
    user_id uuid primary key references users on delete cascade,
    sealed_secret text not null,
    last_step int not null default 0,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz
  )`,
  `create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
  // `password_mark` changes with the password. A challenge is invalid if the password has changed since its
  // creation.
  `create table sign_in_challenges (
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
    password_mark text not null,
    medium text not null,
    attempts int not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index sign_in_challenges_of_user on sign_in_challenges (user_id)',
]
