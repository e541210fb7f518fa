import { Migration } from '@mikro-orm/migrations'

/** Adds the projects that an invited person joins together with the workspace. */
export class InvitedProjects extends Migration {
  override name = '0119-invited-projects'

  override up(): void {
    this.addSql(`alter table workspace_invites add column project_ids uuid[] not null default '{}'`)
  }
}
