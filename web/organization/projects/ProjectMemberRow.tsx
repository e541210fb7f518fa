import { useAtomValue } from 'jotai'
import { Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { effectiveProjectRole, projectRoleProblem } from '#common/organization/projects/rules.ts'
import { type Role, role, roleName } from '#common/platform/roles.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { MemberListRow } from '../workspaces/MemberListRow.tsx'
import { RoleSelect } from '../workspaces/RoleSelect.tsx'
import { changeProjectRole, removeFromProject } from './actions.ts'
import type { ProjectMemberWithUser } from './member-atoms.ts'

/**
 * A project member with their role. Project admins can change the role, as far as the role rules allow it.
 */
export function ProjectMemberRow({ member }: { member: ProjectMemberWithUser }) {
  const { t } = useTranslation()
  const own = useAtomValue(projectRoleAtom(member.project_id))
  const ownInWorkspace = useAtomValue(workspaceRoleAtom)
  const [leaving, setLeaving] = useState(false)
  const { name, is_me } = member
  const isAdmin = own === role.admin
  const mayGive = (wanted: Role) =>
    own !== null &&
    ownInWorkspace !== null &&
    (!is_me || ownInWorkspace === role.admin) &&
    effectiveProjectRole(member.workspace_role, wanted) === wanted &&
    projectRoleProblem({ role: own, workspace_role: ownInWorkspace }, member.role, wanted) === null
  const canChange =
    isAdmin &&
    [role.guest, role.member, role.admin].some((wanted) => wanted !== member.role && mayGive(wanted))
  return (
    <MemberListRow
      id={member.member_id}
      name={name}
      detail={member.email}
      avatarUrl={member.avatar_url}
      isMe={is_me}
    >
      {canChange ? (
        <RoleSelect
          className="w-28"
          label={t('roles.of', { name })}
          value={member.role}
          allowed={mayGive}
          onChange={(wanted) => void changeProjectRole(member, wanted)}
        />
      ) : (
        <span className="px-2.5 text-soft">{t(`roles.${roleName(member.role)}`)}</span>
      )}
      {(isAdmin || is_me) && (
        <Menu
          align="end"
          trigger={<IconButton label={t('members.actionsFor', { name })} icon={<Ellipsis />} />}
        >
          {is_me ? (
            <MenuItem danger icon={<LogOut />} onSelect={() => setLeaving(true)}>
              {t('members.leaveProject')}
            </MenuItem>
          ) : (
            <MenuItem danger icon={<UserMinus />} onSelect={() => void removeFromProject(member)}>
              {t('members.removeFromProject')}
            </MenuItem>
          )}
        </Menu>
      )}
      {leaving && <LeaveDialog projectId={member.project_id} onClose={() => setLeaving(false)} />}
    </MemberListRow>
  )
}

function LeaveDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const navigate = useNavigate()

  async function leave() {
    try {
      await request('leaveProject', { params: { slug: currentSlug(), project_id: projectId } })
      await navigate(`/${currentSlug()}/projects`)
    } catch (error) {
      toast.error(words(error))
    }
  }

  return (
    <AlertDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('members.leaveProject')}
      text={t('members.leaveProjectText')}
      confirmLabel={t('members.leaveConfirm')}
      onConfirm={leave}
    />
  )
}
