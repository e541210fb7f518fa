import { useAtomValue } from 'jotai'
import { Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { type Role, role, roleName } from '#common/platform/roles.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { reloadSession } from '../../platform/person/session.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { changeMemberRole, removeMember } from './actions.ts'
import type { WorkspaceMemberWithUser } from './atoms.ts'
import { MemberListRow } from './MemberListRow.tsx'
import { RoleSelect } from './RoleSelect.tsx'

interface MemberRowProps {
  member: WorkspaceMemberWithUser
  own: Role | null
}

/** A workspace member with their role. Admins can change the roles of others. */
export function MemberRow({ member, own }: MemberRowProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'remove' | 'leave' | null>(null)
  const isAdmin = own === role.admin
  const { name } = member
  return (
    <MemberListRow
      id={member.member_id}
      name={name}
      detail={member.email}
      avatarUrl={member.avatar_url}
      isMe={member.is_me}
    >
      {isAdmin && !member.is_me ? (
        <RoleSelect
          className="w-28"
          label={t('roles.of', { name })}
          value={member.role}
          onChange={(wanted) => void changeMemberRole(member, wanted)}
        />
      ) : (
        <span className="px-2.5 text-soft">{t(`roles.${roleName(member.role)}`)}</span>
      )}
      {(isAdmin || member.is_me) && (
        <Menu
          align="end"
          trigger={<IconButton label={t('members.actionsFor', { name })} icon={<Ellipsis />} />}
        >
          {member.is_me ? (
            <MenuItem danger icon={<LogOut />} onSelect={() => setAsking('leave')}>
              {t('members.leave')}
            </MenuItem>
          ) : (
            <MenuItem danger icon={<UserMinus />} onSelect={() => setAsking('remove')}>
              {t('members.remove')}
            </MenuItem>
          )}
        </Menu>
      )}
      {asking === 'remove' && <RemoveDialog member={member} onClose={() => setAsking(null)} />}
      {asking === 'leave' && <LeaveDialog onClose={() => setAsking(null)} />}
    </MemberListRow>
  )
}

function RemoveDialog({ member, onClose }: { member: WorkspaceMemberWithUser; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <AlertDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('members.removeTitle', { name: member.name })}
      text={t('members.removeText')}
      confirmLabel={t('members.removeConfirm')}
      onConfirm={async () => {
        if (await removeMember(member)) toast.ok(t('members.removed', { name: member.name }))
      }}
    />
  )
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const { id } = useAtomValue(workspaceAtom)
  const workspace = useAtomValue(tables.workspaces.rowAtom(id ?? ''))

  async function leave() {
    try {
      await request('leaveWorkspace', { params: { slug: currentSlug() } })
      await reloadSession()
      // A full page load removes all data of the workspace from memory.
      location.assign('/')
    } catch (error) {
      toast.error(words(error))
    }
  }

  return (
    <AlertDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('members.leaveTitle', { workspace: workspace?.name ?? '' })}
      text={t('members.leaveText')}
      confirmLabel={t('members.leaveConfirm')}
      onConfirm={leave}
    />
  )
}
