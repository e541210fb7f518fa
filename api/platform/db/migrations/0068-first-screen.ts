import { Migration } from '@mikro-orm/migrations'

/** Where a person begins, and whether Enter sends their comments: with them on every device. */
export class FirstScreen extends Migration {
  override name = '0068-first-screen'

  override up(): void {
    this.addSql(`alter table profiles add first_screen text not null default 'home',
      add enter_sends boolean not null default false`)
  }
}
