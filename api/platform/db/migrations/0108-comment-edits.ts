import { Migration } from '@mikro-orm/migrations'

/** Stores the state of comments before their last edit, so that Undo also restores the edit time. */
export class CommentEdits extends Migration {
  override name = '0108-comment-edits'

  override up(): void {
    for (const table of ['work_item_comments', 'page_comments'])
      this.addSql(`alter table ${table} add before_edit jsonb`)
  }
}
