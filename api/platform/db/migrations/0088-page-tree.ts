import { Migration } from '@mikro-orm/migrations'

/** Pages stand below one another; one that goes to the trash remembers which stood below it, one that moves where it was. */
export class PageTree extends Migration {
  override name = '0088-page-tree'

  override up(): void {
    this.addSql(
      `alter table pages add left_child_ids uuid[] not null default '{}', add former_project_ids uuid[] not null default '{}'`,
    )
    this.addSql('create index pages_parent on pages (parent) where parent is not null')
  }
}
