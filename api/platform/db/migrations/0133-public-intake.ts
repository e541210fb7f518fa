import { Migration } from '@mikro-orm/migrations'

/** Lets admins open the intake of a project to the visitors of its public board. */
export class PublicIntake extends Migration {
  override name = '0133-public-intake'

  override up(): void {
    this.addSql('alter table deploy_boards add is_intake_enabled boolean not null default false')
  }
}
