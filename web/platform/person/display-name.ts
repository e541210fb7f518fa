import { isDeletedUserName } from '#common/identity/users/rules.ts'
import { t } from '../../locales/i18n.ts'

/**
 * Returns the name of a person as screens show it. For a deleted account, the API sends an English name, and this
 * function returns its translation. Returns undefined for a person without a name, such as a person who is not
 * loaded.
 */
export function displayNameOf(person: { display_name: string }): string
export function displayNameOf(person: { display_name: string | null } | null | undefined): string | undefined
export function displayNameOf(person: { display_name: string | null } | null | undefined) {
  const name = person?.display_name ?? undefined
  return name !== undefined && isDeletedUserName(name) ? t('ui.deletedUser') : name
}
