import { isDeletedUserName } from '#common/identity/users/rules.ts'
import { t } from '../../locales/i18n.ts'

/**
 * Returns the name of a person as screens show it. The API sends an English name for deleted accounts, which readers
 * see in their own language. Returns undefined for a person without a name, such as one that is not loaded.
 */
export function displayNameOf(person: { display_name: string }): string
export function displayNameOf(person: { display_name: string | null } | null | undefined): string | undefined
export function displayNameOf(person: { display_name: string | null } | null | undefined) {
  const name = person?.display_name ?? undefined
  return name !== undefined && isDeletedUserName(name) ? t('ui.deletedUser') : name
}
