import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the tables `git_connections` for connections of projects to git repositories, `git_deliveries` for received
 * webhook deliveries, and `git_references` for branches, commits and pull requests that name work items.
 */
export class Git extends Migration {
  override name = '0120-git'

  override up(): void {
    this.addSql(`create table git_connections (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      provider text not null check (provider in ('github', 'gitlab', 'gitea', 'forgejo')),
      base_url text not null,
      repository text not null,
      external_id text,
      source_id uuid references git_connections (id) on delete set null,
      sealed_token text,
      sealed_secret text not null,
      state_rules jsonb not null,
      last_error text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      created_by uuid references users (id),
      updated_by uuid references users (id)
    )`)
    this.addSql(
      'create unique index git_connections_repository on git_connections (project_id, base_url, lower(repository))',
    )
    this.addSql(
      'create index git_connections_source on git_connections (source_id) where source_id is not null',
    )
    this.addSql(`create table git_deliveries (
      id uuid primary key,
      connection_id uuid not null references git_connections (id) on delete cascade,
      delivery_id text not null,
      event text not null,
      facts jsonb not null,
      status text not null check (status in ('pending', 'done', 'ignored', 'failed')),
      error text,
      linked_count integer not null default 0,
      moved_count integer not null default 0,
      attempts integer not null default 0,
      created_at timestamptz(3) not null default now(),
      processed_at timestamptz(3),
      unique (connection_id, delivery_id)
    )`)
    this.addSql(
      'create index git_deliveries_latest on git_deliveries (connection_id, created_at desc, id desc)',
    )
    this.addSql(
      `create index git_deliveries_pending on git_deliveries (connection_id, created_at, id) where status = 'pending'`,
    )
    this.addSql(`create table git_references (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      issue_id uuid not null references work_items (id) on delete cascade,
      connection_id uuid not null references git_connections (id) on delete cascade,
      provider text not null,
      repository text not null,
      kind text not null check (kind in ('branch', 'commit', 'pull_request')),
      key text not null,
      title text not null,
      url text not null,
      state text not null check (state in ('open', 'draft', 'merged', 'closed', 'deleted')),
      author text,
      changed_at timestamptz(3),
      previous_state_id uuid,
      entered_state_id uuid,
      issue_created_by uuid references users (id),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (connection_id, issue_id, kind, key)
    )`)
    this.addSql('create index git_references_item on git_references (issue_id)')
    this.addSql('create index git_references_key on git_references (connection_id, kind, key)')
    this.addSql('create index git_references_project on git_references (project_id)')
    this.addSql(
      `alter table work_items add column git_state text
       check (git_state in ('linked', 'draft', 'open', 'merged', 'closed'))`,
    )
  }
}
