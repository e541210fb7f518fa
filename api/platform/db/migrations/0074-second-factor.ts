import { Migration } from '@mikro-orm/migrations'

/** What a person has besides their password or mailed code, and a sign-in that waits for it. */
export class SecondFactor extends Migration {
  override name = '0074-second-factor'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // Kept beside the factors themselves, since every way in and every question of access asks for it.
  'alter table users add has_second_factor boolean not null default false',
  'alter table workspaces add requires_second_factor boolean not null default false',
  // One that no code has confirmed yet counts for nothing.
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
  // Whose password changes meanwhile has to begin anew, for which the mark stands.
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
