import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

/** The name of the migration that the baseline ends with: databases that ran the earlier migrations one by one have recorded it, too. */
export const baseline = '0070-push'

/** The whole schema at the migration of this name, in one step. */
export class Baseline extends Migration {
  override name = baseline

  override up(): void {
    this.addSql(readFileSync(new URL('0070-push.sql', import.meta.url), 'utf8'))
  }
}
