import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `users.erased_at` for the time at which an account was deleted. The row of a deleted account
 * remains without name and email address, because other rows refer to it.
 */
export class DeletedAccounts extends Migration {
  override name = '0080-deleted-accounts'

  override up(): void {
    this.addSql('alter table users add erased_at timestamptz')
  }
}
