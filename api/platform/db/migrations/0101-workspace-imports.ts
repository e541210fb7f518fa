import { Migration } from '@mikro-orm/migrations'

/**
 * Makes `page_imports.project_id` nullable, so that pages can also be imported into a workspace without a
 * project.
 */
export class WorkspaceImports extends Migration {
  override name = '0101-workspace-imports'

  override up(): void {
    this.addSql('alter table page_imports alter project_id drop not null')
  }
}
