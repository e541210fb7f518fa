import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `purged_plans`, which contains the project of each purged cycle and module. The history of work
 * items shows their names, and only members of the project may read these names.
 */
export class PurgedPlans extends Migration {
  override name = '0152-purged-plans'

  override up(): void {
    this.addSql(`create table purged_plans (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade)`)
    this.addSql('create index purged_plans_of_project on purged_plans (project_id)')
  }
}
