import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `git_references.is_trusted`. It is false for pull requests of people who have no write
 * access to the repository.
 */
export class GitTrustedReferences extends Migration {
  override name = '0136-git-trusted-references'

  override up(): void {
    this.addSql('alter table git_references add is_trusted boolean not null default true')
  }
}
