import { Migration } from '@mikro-orm/migrations'

/** Keys of phones, computers and sticks by which a person shows that it is them. */
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
  // What a key has been asked to sign; taken away by the answer, right or wrong.
  `create table passkey_questions (
    challenge text primary key,
    purpose text not null,
    subject text not null,
    expires_at timestamptz not null
  )`,
]
