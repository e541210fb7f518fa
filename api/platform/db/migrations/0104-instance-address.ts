import { Migration } from '@mikro-orm/migrations'

/** Stores the address that the server last used, with which commands print links. */
export class InstanceAddress extends Migration {
  override name = '0104-instance-address'

  override up(): void {
    this.addSql('alter table instances add column app_url text')
  }
}
