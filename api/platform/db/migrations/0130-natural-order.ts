import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the collation that sorts titles as the browser does: letters of all scripts in their usual order, and
 * numbers by their value. Titles that differ only in their encoding are equal, so the collation is not
 * deterministic.
 */
export class NaturalOrder extends Migration {
  override name = '0130-natural-order'

  override up(): void {
    this.addSql(
      `create collation natural_order (provider = icu, locale = 'und-u-kn-true', deterministic = false)`,
    )
  }
}
