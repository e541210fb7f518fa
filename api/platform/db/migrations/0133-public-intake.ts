import { Migration } from '@mikro-orm/migrations'

/** Adds a setting with which admins let visitors of the public board submit intake requests. */
export class PublicIntake extends Migration {
  override name = '0133-public-intake'

  override up(): void {
    this.addSql('alter table deploy_boards add is_intake_enabled boolean not null default false')
  }
}
