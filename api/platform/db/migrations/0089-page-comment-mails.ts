import { Migration } from '@mikro-orm/migrations'

/** Adds the table `page_comment_mails` for comments on pages whose receivers have not been emailed yet. */
export class PageCommentMails extends Migration {
  override name = '0089-page-comment-mails'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table page_comment_mails (
    comment_id uuid not null references page_comments on delete cascade,
    receiver uuid not null references users on delete cascade,
    is_mention boolean not null,
    primary key (comment_id, receiver)
  )`,
  `create index page_comment_mails_of_receiver on page_comment_mails (receiver)`,
]
