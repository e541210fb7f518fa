import { useAtomValue } from 'jotai'
import type { IntakeRow } from '#common/planning/intake/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'

type IntakeAuthorProps = Pick<IntakeRow, 'created_by' | 'created_at' | 'source'>

/** Shows who submitted a request and when, and marks requests from a public board. */
export function IntakeAuthor({ created_by, created_at, source }: IntakeAuthorProps) {
  const { t, i18n } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(created_by ?? ''))
  const when = timeAgo(created_at, i18n.language)
  const name = displayNameOf(person)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-faint">
      {person && (
        <Avatar id={person.id} name={displayNameOf(person)} src={person.avatar_url} size="xs" decorative />
      )}
      <span dir="auto" className="truncate">
        {name === undefined ? when : t('intake.by', { name, when })}
      </span>
      {source === 'FORMS' && <Badge>{t('shell.publicBoard')}</Badge>}
    </span>
  )
}
