import { Migration } from '@mikro-orm/migrations'

/** Imports create pages of a project or of the workspace. */
export class WorkspaceImports extends Migration {
  override name = '0101-workspace-imports'

  override up(): void {
    this.addSql('alter table page_imports alter project_id drop not null')
  }
}
