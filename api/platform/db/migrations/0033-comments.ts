import { Migration } from '@mikro-orm/migrations'

/** What people say of work items. */
export class Comments extends Migration {
  override name = '0033-comments'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table work_item_comments (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    issue_created_by uuid,
    parent_id uuid references work_item_comments on delete cascade,
    actor uuid not null references users,
    comment_html text not null,
    comment_json jsonb not null,
    comment_stripped text not null,
    mention_ids uuid[] not null default '{}',
    access text not null default 'INTERNAL' check (access in ('INTERNAL', 'EXTERNAL')),
    edited_at timestamptz,
    removed_at timestamptz,
    removed jsonb,
    resolved_at timestamptz,
    resolved_by uuid references users,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid references users,
    updated_by uuid references users
  )`,
  `create index work_item_comments_of_item on work_item_comments (issue_id, created_at desc, id desc) where parent_id is null`,
  `create index work_item_comments_of_thread on work_item_comments (parent_id)`,
]
