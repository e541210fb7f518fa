import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `instances.app_url` for the public address that the server used last. Command line programs
 * print links with this address.
 */
export class InstanceAddress extends Migration {
  override name = '0104-instance-address'

  override up(): void {
    this.addSql('alter table instances add column app_url text')
  }
}
