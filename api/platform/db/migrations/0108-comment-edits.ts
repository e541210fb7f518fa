import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `before_edit` for the state of a comment before its last edit, so that Undo also restores
 * the edit time.
 */
export class CommentEdits extends Migration {
  override name = '0108-comment-edits'

  override up(): void {
    for (const table of ['work_item_comments', 'page_comments'])
      this.addSql(`alter table ${table} add before_edit jsonb`)
  }
}
