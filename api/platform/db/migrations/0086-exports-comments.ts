import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `exports.with_comments`. If it is true, formats with one row per item include the comments
 * of the item.
 */
export class ExportsComments extends Migration {
  override name = '0086-exports-comments'

  override up(): void {
    this.addSql('alter table exports add with_comments boolean not null default false')
    // This index includes replies, because exports count all comments of an item.
    this.addSql(
      'create index work_item_comments_with_replies on work_item_comments (issue_id, created_at, id)',
    )
  }
}
