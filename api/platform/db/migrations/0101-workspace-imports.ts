import { Migration } from '@mikro-orm/migrations'

/** Allows imports of pages into a workspace, and not only into a project. */
export class WorkspaceImports extends Migration {
  override name = '0101-workspace-imports'

  override up(): void {
    this.addSql('alter table page_imports alter project_id drop not null')
  }
}
