import { Migration } from '@mikro-orm/migrations'

/** Emoji of logos become what their schema says: code points in decimal, joined by hyphens. */
export class Emoji extends Migration {
  override name = '0010-emoji'

  override up(): void {
    for (const table of ['projects', 'pages', 'views']) {
      this.addSql(`update ${table} set logo_props = jsonb_set(logo_props, '{emoji,value}', to_jsonb((
        select string_agg(ascii(character)::text, '-' order by at)
        from regexp_split_to_table(logo_props #>> '{emoji,value}', '') with ordinality as written (character, at)
      ))) where logo_props #>> '{emoji,value}' !~ '^([0-9]{1,7}(-[0-9]{1,7})*)?$'`)
    }
  }
}
