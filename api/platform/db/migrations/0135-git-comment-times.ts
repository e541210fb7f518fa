import { Migration } from '@mikro-orm/migrations'

/**
 * Stores when comments changed on the Git host, and which comments were deleted there. Late and repeated events
 * of a comment are ignored.
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
