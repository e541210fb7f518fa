import { Migration } from '@mikro-orm/migrations'

/** True if formats with one row per item include the comments. */
export class ExportsComments extends Migration {
  override name = '0086-exports-comments'

  override up(): void {
    this.addSql('alter table exports add with_comments boolean not null default false')
    // Replies are counted per item too.
    this.addSql(
      'create index work_item_comments_with_replies on work_item_comments (issue_id, created_at, id)',
    )
  }
}
