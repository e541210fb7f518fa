import { Migration } from '@mikro-orm/migrations'

/**
 * Stores how many relations and attachments an import has finished, so that a later attempt continues there, and which
 * comments, links and attachments each row has added, so that Undo can remove them.
 */
export class ImportedFiles extends Migration {
  override name = '0181-imported-files'

  override up(): void {
    this.addSql(`alter table item_imports
      add column relations_done integer not null default 0,
      add column files_total integer not null default 0,
      add column files_done integer not null default 0,
      add column files_copied integer not null default 0`)
    this.addSql("alter table item_import_results add column added jsonb not null default '{}'")
  }
}
