import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

/**
 * Name of the last migration that the baseline contains. Databases that ran the earlier migrations one by one
 * have recorded this name too.
 */
export const baseline = '0070-push'

/** Creates the whole schema up to this migration in one step. */
export class Baseline extends Migration {
  override name = baseline

  override up(): void {
    this.addSql(readFileSync(new URL('0070-push.sql', import.meta.url), 'utf8'))
  }
}
