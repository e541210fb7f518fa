import { Migration } from '@mikro-orm/migrations'

/** Texts in which pictures of other texts stand as well. */
export class FileUses extends Migration {
  override name = '0035-file-uses'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // Without references, as files have none: whoever tidies up looks for what is gone.
  `create table file_uses (
    asset_id uuid not null,
    entity_identifier uuid not null,
    entity_type text not null,
    primary key (asset_id, entity_identifier)
  )`,
]
