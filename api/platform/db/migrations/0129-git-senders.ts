import { Migration } from '@mikro-orm/migrations'

/** Stores which account of the forge caused a webhook delivery. */
export class GitSenders extends Migration {
  override name = '0129-git-senders'

  override up(): void {
    this.addSql('alter table git_deliveries add sender_id text')
  }
}
