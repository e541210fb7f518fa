import { Migration } from '@mikro-orm/migrations'

/** Extends the check of `favorites.entity_type`, so that users can add work items to their favorites. */
export class FavoriteItems extends Migration {
  override name = '0140-favorite-items'

  override up(): void {
    this.addSql('alter table favorites drop constraint favorites_entity_type_check')
    this.addSql(
      `alter table favorites add constraint favorites_entity_type_check
       check (entity_type in ('folder', 'project', 'cycle', 'module', 'view', 'page', 'teamspace', 'issue'))`,
    )
    this.addSql(
      `create trigger forget_favorites after delete on work_items referencing old table as went
       for each statement execute function forget_favorites()`,
    )
  }
}
