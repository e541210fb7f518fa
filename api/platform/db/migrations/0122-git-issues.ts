import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the tables `git_issues` and `git_issue_comments`, and settings of `git_connections`, to synchronize
 * issues with connected repositories.
 */
export class GitIssues extends Migration {
  override name = '0122-git-issues'

  override up(): void {
    this.addSql(`alter table git_connections
      add sync_issues boolean not null default false,
      add sync_direction text not null default 'both' check (sync_direction in ('both', 'from_forge', 'to_forge')),
      add sync_label text not null default ''`)
    this.addSql(`create table git_issues (
      id uuid primary key,
      connection_id uuid not null references git_connections (id) on delete cascade,
      issue_id uuid not null references work_items (id) on delete cascade,
      number integer not null,
      url text not null,
      known jsonb not null,
      changed_at timestamptz,
      error text,
      synced_at timestamptz(3) not null default now(),
      created_at timestamptz(3) not null default now(),
      unique (connection_id, number),
      unique (connection_id, issue_id)
    )`)
    this.addSql('create index git_issues_item on git_issues (issue_id)')
    this.addSql(`create table git_issue_comments (
      id uuid primary key,
      git_issue_id uuid not null references git_issues (id) on delete cascade,
      comment_id uuid not null references work_item_comments (id) on delete cascade,
      forge_id text,
      is_from_forge boolean not null,
      forge_hash text not null,
      item_hash text not null,
      created_at timestamptz(3) not null default now(),
      unique (git_issue_id, forge_id),
      unique (git_issue_id, comment_id)
    )`)
    this.addSql('create index git_issue_comments_comment on git_issue_comments (comment_id)')
  }
}
