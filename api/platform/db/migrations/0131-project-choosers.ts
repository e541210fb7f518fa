import { Migration } from '@mikro-orm/migrations'

/** Adds the users who chose the projects of an invitation, because another user can renew the invitation. */
export class ProjectChoosers extends Migration {
  override name = '0131-project-choosers'

  override up(): void {
    this.addSql(`alter table workspace_invites add project_choosers jsonb not null default '{}'`)
    this.addSql(`
      update workspace_invites
      set project_choosers = (select jsonb_object_agg(id, invited_by) from unnest(project_ids) as chosen (id))
      where project_ids <> '{}' and invited_by is not null`)
  }
}
