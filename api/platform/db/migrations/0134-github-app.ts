import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns to `git_connections` and the table `github_authorizations`, so that project admins can connect
 * repositories through the GitHub App of this Tandem instance.
 */
export class GithubApp extends Migration {
  override name = '0134-github-app'

  override up(): void {
    this.addSql(`alter table git_connections
      add installation_id text,
      add app_problem text check (app_problem in ('uninstalled', 'suspended', 'removed'))`)
    this.addSql(`create index git_connections_installation on git_connections (installation_id)
      where installation_id is not null`)
    this.addSql(`create index git_connections_external on git_connections (external_id)
      where installation_id is not null`)
    this.addSql(`create table github_authorizations (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      workspace_id uuid references workspaces (id) on delete cascade,
      project_id uuid references projects (id) on delete cascade,
      state_hash text unique,
      sealed_token text,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now()
    )`)
    this.addSql('create index github_authorizations_user on github_authorizations (user_id, project_id)')
    this.addSql('create index github_authorizations_project on github_authorizations (project_id)')
    this.addSql('create index github_authorizations_workspace on github_authorizations (workspace_id)')
  }
}
