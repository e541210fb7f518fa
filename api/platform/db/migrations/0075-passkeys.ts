import { Migration } from '@mikro-orm/migrations'

/** Adds passkeys of phones, computers and security keys. */
export class Passkeys extends Migration {
  override name = '0075-passkeys'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table passkeys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports jsonb not null,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  'create index passkeys_of_user on passkeys (user_id)',
  // `passkey_questions` contains the pending challenges. A challenge is deleted with the first answer, even
  // if the answer is wrong.
  `create table passkey_questions (
    challenge text primary key,
    purpose text not null,
    subject text not null,
    expires_at timestamptz not null
  )`,
]
