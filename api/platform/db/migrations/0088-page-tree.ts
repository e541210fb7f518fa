import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns for the page tree. A page in the trash stores its children in `left_child_ids`, and a moved
 * page stores its former projects in `former_project_ids`.
 */
export class PageTree extends Migration {
  override name = '0088-page-tree'

  override up(): void {
    this.addSql(
      `alter table pages add left_child_ids uuid[] not null default '{}', add former_project_ids uuid[] not null default '{}'`,
    )
    this.addSql('create index pages_parent on pages (parent) where parent is not null')
  }
}
