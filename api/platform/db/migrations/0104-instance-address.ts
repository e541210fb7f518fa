import { Migration } from '@mikro-orm/migrations'

/** Stores the public address that the server used last. Commands print links with it. */
export class InstanceAddress extends Migration {
  override name = '0104-instance-address'

  override up(): void {
    this.addSql('alter table instances add column app_url text')
  }
}
