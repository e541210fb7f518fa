import { Migration } from '@mikro-orm/migrations'

/** Invitations end, know whose right they stand on, tell the mailed link from the copied one, and may be for whoever has the link. */
export class Invitations extends Migration {
  override name = '0011-invitations'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table workspace_invites
    alter column email drop not null,
    add column mailed_token_hash text,
    add column invited_by uuid references users on delete set null,
    add column expires_at timestamptz not null default now() + interval '14 days'`,
  `update workspace_invites set invited_by = created_by, expires_at = created_at + interval '14 days'`,
]
