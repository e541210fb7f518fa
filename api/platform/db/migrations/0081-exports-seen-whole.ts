import { Migration } from '@mikro-orm/migrations'

/** Which projects of an exported file its maker saw whole: who sees only their own items of one by now fetches it no more. */
export class ExportsSeenWhole extends Migration {
  override name = '0081-exports-seen-whole'

  override up(): void {
    this.addSql(`alter table exports add seen_whole uuid[] not null default '{}'`)
    // What was made before cannot be told apart, and lasts a week.
    this.addSql('update exports set seen_whole = project_ids')
  }
}
