import { Migration } from '@mikro-orm/migrations'

/** Adds the tables `webhooks` for webhooks of workspaces and `webhook_logs` for their deliveries. */
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
      off_reason text,
      project boolean not null default false,
      issue boolean not null default false,
      module boolean not null default false,
      cycle boolean not null default false,
      issue_comment boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (workspace_id, url)
    )`)
    this.addSql(`create table webhook_logs (
      id uuid primary key,
      webhook_id uuid not null references webhooks on delete cascade,
      delivery_id uuid not null,
      event_type text not null,
      request_headers jsonb not null,
      request_body text not null,
      response_status int,
      response_headers jsonb not null,
      response_body text not null,
      error text,
      retry_count int not null,
      duration_ms int not null,
      created_at timestamptz not null default now()
    )`)
    this.addSql('create index webhook_logs_newest on webhook_logs (webhook_id, created_at desc, id desc)')
    this.addSql('create index webhook_logs_created_at on webhook_logs (created_at)')
  }
}
