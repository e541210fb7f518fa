import { Migration } from '@mikro-orm/migrations'

/** Adds a setting of exports that includes the comments in formats with one row per item. */
export class ExportsComments extends Migration {
  override name = '0086-exports-comments'

  override up(): void {
    this.addSql('alter table exports add with_comments boolean not null default false')
    // An index that includes replies, because comments are counted per item.
    this.addSql(
      'create index work_item_comments_with_replies on work_item_comments (issue_id, created_at, id)',
    )
  }
}
