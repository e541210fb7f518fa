import { Migration } from '@mikro-orm/migrations'

/**
 * Records which projects of an export its creator could see completely. A user who can now see only their own items may
 * not download it.
 */
export class ExportsSeenWhole extends Migration {
  override name = '0081-exports-seen-whole'

  override up(): void {
    this.addSql(`alter table exports add seen_whole uuid[] not null default '{}'`)
    // For older exports this is unknown; they expire within a week.
    this.addSql('update exports set seen_whole = project_ids')
  }
}
