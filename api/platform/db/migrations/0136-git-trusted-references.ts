import { Migration } from '@mikro-orm/migrations'

/** Stores which pull requests come from people without write access to the repository. */
export class GitTrustedReferences extends Migration {
  override name = '0136-git-trusted-references'

  override up(): void {
    this.addSql('alter table git_references add is_trusted boolean not null default true')
  }
}
