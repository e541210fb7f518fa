import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns to `git_issue_comments` for the times at which a comment was changed or deleted on the forge.
 * Late and repeated events of a comment are ignored.
 */
export class GitCommentTimes extends Migration {
  override name = '0135-git-comment-times'

  override up(): void {
    this.addSql(`alter table git_issue_comments
      add changed_at timestamptz,
      add deleted_at timestamptz(3),
      alter comment_id drop not null,
      add constraint git_issue_comments_deleted check (comment_id is not null or deleted_at is not null)`)
  }
}
