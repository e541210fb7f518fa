import { Migration } from '@mikro-orm/migrations'

/** Drafts store the cycle, modules, epic and type of the item that they become, and a position. */
export class DraftPlans extends Migration {
  override name = '0114-draft-plans'

  override up(): void {
    this.addSql(`alter table drafts
      add cycle_id uuid, add module_ids uuid[] not null default '{}', add epic_id uuid, add type_id uuid,
      add sort_order double precision not null default 65535`)
  }
}
