import { Migration } from '@mikro-orm/migrations'

/** Adds the column `git_deliveries.sender_id` for the account of the forge that caused a webhook delivery. */
export class GitSenders extends Migration {
  override name = '0129-git-senders'

  override up(): void {
    this.addSql('alter table git_deliveries add sender_id text')
  }
}
