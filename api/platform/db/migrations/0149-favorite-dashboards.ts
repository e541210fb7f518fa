import { Migration } from '@mikro-orm/migrations'

/**
 * Extends the check of `favorites.entity_type`, so that users can add dashboards to their favorites. Deletes the
 * favorites of a teamspace or dashboard when it is purged, and the favorites of teamspaces that were purged before
 * this migration.
 */
export class FavoriteDashboards extends Migration {
  override name = '0149-favorite-dashboards'

  override up(): void {
    this.addSql('alter table favorites drop constraint favorites_entity_type_check')
    this.addSql(
      `alter table favorites add constraint favorites_entity_type_check check (entity_type in
       ('folder', 'project', 'cycle', 'module', 'view', 'page', 'teamspace', 'issue', 'dashboard'))`,
    )
    this.addSql(
      `delete from favorites f where f.entity_type = 'teamspace'
       and not exists (select from teamspaces t where t.id = f.entity_identifier)`,
    )
    for (const table of ['teamspaces', 'dashboards'])
      this.addSql(
        `create trigger forget_favorites after delete on ${table} referencing old table as went
         for each statement execute function forget_favorites()`,
      )
  }
}
