import { useAtomValue } from 'jotai'
import { Search, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { BotCountNote } from '../workspaces/BotCountNote.tsx'
import { useLoadMemberEmails } from '../workspaces/use-load-member-emails.ts'
import { AddMembers } from './AddMembers.tsx'
import { projectMembersAtom } from './member-atoms.ts'
import { ProjectMemberRow } from './ProjectMemberRow.tsx'

/** Screen `/{slug}/settings/projects/{id}/members` with the members of the project. */
export function ProjectMembers() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const isAdmin = useAtomValue(projectRoleAtom(projectId)) === role.admin
  const [adding, setAdding] = useState(false)
  useLoadMemberEmails()
  return (
    <ProjectSettings
      tab="members"
      wide
      actions={() =>
        isAdmin && (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setAdding(true)}>
            <span className="max-sm:sr-only">{t('members.add')}</span>
          </Button>
        )
      }
    >
      {(project) => (
        <>
          <MemberList projectId={projectId} />
          {adding && <AddMembers project={project} onClose={() => setAdding(false)} />}
        </>
      )}
    </ProjectSettings>
  )
}

function MemberList({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const members = useAtomValue(projectMembersAtom(projectId))
  const [query, setQuery] = useState('')
  const words = query.trim().toLocaleLowerCase()
  const shown = members.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(words))
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-3 border-b border-line px-3">
        <Input
          size="sm"
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
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        {shown.length === 0 && members.length > 0 && (
          <EmptyState icon={<Search />} title={t('members.noMatchTitle')} text={t('members.noMatchText')} />
        )}
        <ul aria-label={t('members.ofProject')}>
          {shown.map((member) => (
            <ProjectMemberRow key={member.id} member={member} />
          ))}
        </ul>
        {words === '' && <BotCountNote projectId={projectId} />}
        <p className="px-4 py-1.5 text-sm text-faint">{t('members.viaWorkspace')}</p>
      </div>
    </>
  )
}
