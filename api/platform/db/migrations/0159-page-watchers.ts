import { Migration } from '@mikro-orm/migrations'

/** Adds the column `pages.watchers`, which contains the people who are notified of edits of a page. */
export class PageWatchers extends Migration {
  override name = '0159-page-watchers'

  override up(): void {
    this.addSql(`alter table pages add watchers jsonb not null default '{}'`)
  }
}
