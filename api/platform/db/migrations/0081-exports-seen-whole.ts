import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `exports.seen_whole`: the projects of an export that its creator could see completely. A user
 * who can now see only their own items in one of these projects may not download the export.
 */
export class ExportsSeenWhole extends Migration {
  override name = '0081-exports-seen-whole'

  override up(): void {
    this.addSql(`alter table exports add seen_whole uuid[] not null default '{}'`)
    // Older exports do not state which projects their creator saw completely, so assume that it was all
    // projects. Older exports expire within a week.
    this.addSql('update exports set seen_whole = project_ids')
  }
}
