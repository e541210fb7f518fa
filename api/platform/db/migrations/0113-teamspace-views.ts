import { Migration } from '@mikro-orm/migrations'

/** Adds the columns `views.teamspace_id` and `views.team_member_ids` for views that belong to a teamspace. */
export class TeamspaceViews extends Migration {
  override name = '0113-teamspace-views'

  override up(): void {
    this.addSql('alter table views add column teamspace_id uuid references teamspaces (id) on delete cascade')
    this.addSql('alter table views add column team_member_ids uuid[]')
    this.addSql('alter table views add check (teamspace_id is null or project_id is null)')
    this.addSql('create index views_teamspace on views (teamspace_id) where teamspace_id is not null')
  }
}
