import { Migration } from '@mikro-orm/migrations'

/** Whether the texts of comments are wanted in a form that has one row an item and no other place for them. */
export class ExportsComments extends Migration {
  override name = '0086-exports-comments'

  override up(): void {
    this.addSql('alter table exports add with_comments boolean not null default false')
    // Replies too are counted item by item.
    this.addSql(
      'create index work_item_comments_with_replies on work_item_comments (issue_id, created_at, id)',
    )
  }
}
