import { Migration } from '@mikro-orm/migrations'

/**
 * Stores who created each token of a service account, so that the token ends when this person is no longer an admin. The
 * creator of an existing token is unknown, so the owner of its account counts as its creator.
 */
export class ServiceTokenCreators extends Migration {
  override name = '0172-service-token-creators'

  override up(): void {
    this.addSql(`alter table api_tokens
      add column created_by uuid,
      add constraint api_tokens_created_by_fkey foreign key (created_by) references users(id) on delete set null`)
    this.addSql(
      `update api_tokens t set created_by = s.owner_id from service_accounts s where s.id = t.user_id`,
    )
    this.addSql('create index api_tokens_of_creator on api_tokens (created_by) where created_by is not null')
  }
}
