import { Migration } from '@mikro-orm/migrations'

/** An account that was deleted keeps its row, without name and address, since work refers to it. */
export class DeletedAccounts extends Migration {
  override name = '0080-deleted-accounts'

  override up(): void {
    this.addSql('alter table users add erased_at timestamptz')
  }
}
