import { Migration } from '@mikro-orm/migrations'

/** The address that people open, as the server used it last: commands print links with it. */
export class InstanceAddress extends Migration {
  override name = '0104-instance-address'

  override up(): void {
    this.addSql('alter table instances add column app_url text')
  }
}
