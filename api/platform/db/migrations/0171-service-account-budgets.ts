import { Migration } from '@mikro-orm/migrations'

/** Adds the number of API calls that a service account may make per minute and per day. */
export class ServiceAccountBudgets extends Migration {
  override name = '0171-service-account-budgets'

  override up(): void {
    this.addSql(`alter table service_accounts
      add column calls_per_minute integer not null default 600 check (calls_per_minute between 1 and 6000),
      add column calls_per_day integer not null default 100000 check (calls_per_day between 1 and 10000000)`)
  }
}
