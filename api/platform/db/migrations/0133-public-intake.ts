import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `deploy_boards.is_intake_enabled`. If it is true, visitors of the public board can submit intake
 * requests.
 */
export class PublicIntake extends Migration {
  override name = '0133-public-intake'

  override up(): void {
    this.addSql('alter table deploy_boards add is_intake_enabled boolean not null default false')
  }
}
