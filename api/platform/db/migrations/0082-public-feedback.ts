import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns to `deploy_boards` that define what visitors of a public board may do. Adds the table
 * `project_public_members` for these visitors.
 */
export class PublicFeedback extends Migration {
  override name = '0082-public-feedback'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table deploy_boards
    add is_comments_enabled boolean not null default false,
    add is_reactions_enabled boolean not null default false,
    add is_votes_enabled boolean not null default false`,
  `create table project_public_members (
    project_id uuid not null references projects on delete cascade,
    member_id uuid not null references users,
    workspace_id uuid not null references workspaces on delete cascade,
    created_at timestamptz not null default now(),
    primary key (project_id, member_id)
  )`,
  'create index project_public_members_member on project_public_members (member_id)',
  'create index project_public_members_workspace on project_public_members (workspace_id)',
]
