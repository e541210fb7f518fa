import { useAtomValue } from 'jotai'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { SearchableMemberList } from '../workspaces/SearchableMemberList.tsx'
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
      <SearchableMemberList
        label={t('members.ofProject')}
        members={members}
        projectId={projectId}
        renderRow={(member) => <ProjectMemberRow key={member.id} member={member} />}
      />
    </SettingsSection>
  )
}
