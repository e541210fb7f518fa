import { Migration } from '@mikro-orm/migrations'

/** Addresses that a workspace tells of its changes. */
export class Webhooks extends Migration {
  override name = '0064-webhooks'

  override up(): void {
    this.addSql(`create table webhooks (
      id uuid primary key,
      workspace_id uuid not null references workspaces on delete cascade,
      created_by uuid references users on delete set null,
      url text not null,
      sealed_secret text not null,
      is_active boolean not null default true,
      project boolean not null default false,
      issue boolean not null default false,
      module boolean not null default false,
      cycle boolean not null default false,
      issue_comment boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (workspace_id, url)
    )`)
  }
}
