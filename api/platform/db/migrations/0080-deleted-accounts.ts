import { Migration } from '@mikro-orm/migrations'

/** A deleted account keeps its row without name and address, because other rows refer to it. */
export class DeletedAccounts extends Migration {
  override name = '0080-deleted-accounts'

  override up(): void {
    this.addSql('alter table users add erased_at timestamptz')
  }
}
