import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { BotCountNote } from './BotCountNote.tsx'

interface SearchableMember {
  id: string
  name: string
  email: string
}

interface SearchableMemberListProps<Member extends SearchableMember> {
  /** The accessible name of the list. */
  label: string
  members: readonly Member[]
  /** The project whose members are listed, or null for the members of the workspace. */
  projectId: string | null
  renderRow: (member: Member) => ReactNode
}

/** A list of members with a search field and the number of matching members. */
export function SearchableMemberList<Member extends SearchableMember>({
  label,
  members,
  projectId,
  renderRow,
}: SearchableMemberListProps<Member>) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const words = query.trim().toLocaleLowerCase()
  const shown = members.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(words))
  return (
    <>
      <div className="flex items-center gap-3">
        <Input
          type="search"
          className="max-w-70"
          icon={<Search />}
          aria-label={t('members.search')}
          placeholder={t('members.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <span className="ms-auto shrink-0 text-sm text-faint tabular" aria-live="polite">
          {t('members.count', { count: shown.length })}
        </span>
      </div>
      {shown.length === 0 && members.length > 0 && (
        <EmptyState icon={<Search />} title={t('members.noMatchTitle')} text={t('members.noMatchText')} />
      )}
      <ul aria-label={label}>{shown.map(renderRow)}</ul>
      {words === '' && <BotCountNote projectId={projectId} />}
    </>
  )
}
