import { Migration } from '@mikro-orm/migrations'

/**
 * Lets users add dashboards to their favorites, and deletes the favorites of a purged teamspace or dashboard. The
 * favorites of teamspaces that were purged earlier are deleted too, because nobody could see them any more.
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
