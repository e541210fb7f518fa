import { type RawBuilder, sql } from 'kysely'
import { deletedUserName, isDeletedUserName } from '#common/identity/users/rules.ts'
import { getTranslator } from '../../platform/locales.ts'

/**
 * Returns the name of a person for emails, push messages and exported files in the reader's language. All
 * deleted accounts have the same English name in the database. This name is translated.
 */
export function localizedDisplayName(language: string, name: string): string {
  return isDeletedUserName(name) ? deletedUserNameIn(language) : name
}

/** Returns a SQL expression with the value of `localizedDisplayName` for a column. */
export function localizedDisplayNameSql(column: string, language: string): RawBuilder<string> {
  const name = sql.ref(column)
  return sql`case when ${name} = ${deletedUserName} then ${deletedUserNameIn(language)}::text else ${name} end`
}

function deletedUserNameIn(language: string): string {
  return getTranslator(language).t('ui.deletedUser')
}
