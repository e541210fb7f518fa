import { useAtomValue } from 'jotai'
import { currentLanguageTag, useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import type { Person } from '../../platform/sync/tables.ts'
import type { ListedVersion } from './format-full-date-time.ts'

/**
 * Returns the people who wrote a version and their joined names. The writers of texts that are older than the
 * version history are unknown, so the name is null.
 */
export function useVersionWriters({ owned_by, editor_ids }: Pick<ListedVersion, 'owned_by' | 'editor_ids'>): {
  people: Person[]
  name: string | null
} {
  const { t } = useTranslation()
  useAtomValue(tables.users.allAtom)
  const ids = [...new Set([...(owned_by === null ? [] : [owned_by]), ...editor_ids])]
  const people = ids.flatMap((id) => tables.users.get(id) ?? [])
  const names = ids.map((id) => displayNameOf(tables.users.get(id)) ?? t('workItems.unknownPerson'))
  const name = names.length === 0 ? null : new Intl.ListFormat(currentLanguageTag()).format(names)
  return { people, name }
}
