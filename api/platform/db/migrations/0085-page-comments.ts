import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `page_comments` for comment threads on pages. The page's projects, access and owner
 * determine who receives a comment.
 */
export class PageComments extends Migration {
  override name = '0085-page-comments'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table page_comments (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    page_id uuid not null references pages on delete cascade,
    project_ids uuid[] not null,
    page_access smallint not null,
    page_owned_by uuid not null,
    parent_id uuid references page_comments on delete cascade,
    anchor jsonb,
    actor uuid not null references users,
    comment_html text not null,
    comment_json jsonb not null,
    comment_stripped text not null,
    mention_ids uuid[] not null default '{}',
    edited_at timestamptz,
    removed_at timestamptz,
    removed jsonb,
    resolved_at timestamptz,
    resolved_by uuid references users,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid references users,
    updated_by uuid references users,
    check ((parent_id is null) = (anchor is not null))
  )`,
  `create index page_comments_of_page on page_comments (page_id, created_at desc, id desc)`,
  `create index page_comments_of_thread on page_comments (parent_id)`,
]
