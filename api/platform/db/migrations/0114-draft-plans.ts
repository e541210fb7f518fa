import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns to drafts: the cycle, modules, epic and type that the work item gets when the draft is
 * published, and the position of the draft in its list.
 */
export class DraftPlans extends Migration {
  override name = '0114-draft-plans'

  override up(): void {
    this.addSql(`alter table drafts
      add cycle_id uuid, add module_ids uuid[] not null default '{}', add epic_id uuid, add type_id uuid,
      add sort_order double precision not null default 65535`)
  }
}
