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
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { BotCountNote } from '../workspaces/BotCountNote.tsx'
import { useLoadMemberEmails } from '../workspaces/use-load-member-emails.ts'
import { AddMembers } from './AddMembers.tsx'
import { projectMembersAtom } from './member-atoms.ts'
import { ProjectMemberRow } from './ProjectMemberRow.tsx'

/** Screen `/{slug}/settings/projects/{id}/members` with the members of the project. */
export function ProjectMembers() {
  const { projectId = '' } = useParams()
  const isAdmin = useAtomValue(projectRoleAtom(projectId)) === role.admin
  const [adding, setAdding] = useState(false)
  useLoadMemberEmails()
  return (
    <ProjectSettings tab="members">
      {(project) => (
        <>
          <MemberList projectId={projectId} onAdd={isAdmin && (() => setAdding(true))} />
          {adding && <AddMembers project={project} onClose={() => setAdding(false)} />}
        </>
      )}
    </ProjectSettings>
  )
}

function MemberList({ projectId, onAdd }: { projectId: string; onAdd: false | (() => void) }) {
  const { t } = useTranslation()
  const members = useAtomValue(projectMembersAtom(projectId))
  const [query, setQuery] = useState('')
  const words = query.trim().toLocaleLowerCase()
  const shown = members.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(words))
  return (
    <SettingsSection
      title={t('projectSettings.members')}
      text={t('members.viaWorkspace')}
      action={
        onAdd && (
          <Button variant="primary" icon={<UserPlus />} onClick={onAdd}>
            {t('members.add')}
          </Button>
        )
      }
    >
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
      <ul aria-label={t('members.ofProject')}>
        {shown.map((member) => (
          <ProjectMemberRow key={member.id} member={member} />
        ))}
      </ul>
      {words === '' && <BotCountNote projectId={projectId} />}
    </SettingsSection>
  )
}
