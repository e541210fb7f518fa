import { type Role, roleName } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { mutate } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { WorkspaceMemberWithUser } from './atoms.ts'

const members = createRowActions('workspace_members', {
  update: ({ id }, body: { role: Role }) =>
    createSentCall('updateWorkspaceMember', { params: { slug: currentSlug(), member_id: id }, body }),
})

export async function changeMemberRole(member: WorkspaceMemberWithUser, role: Role): Promise<void> {
  const words = t('members.roleChanged', { name: member.name, role: t(`roles.one.${roleName(role)}`) })
  await mutate(members.update(member, { role }, words))
}

/**
 * Removes a member from the workspace. Returns true if the member was removed. The removal cannot be undone:
 * the person needs a new invitation.
 */
export async function removeMember(member: WorkspaceMemberWithUser): Promise<boolean> {
  const answer = await mutate({
    call: 'removeWorkspaceMember',
    input: { params: { slug: currentSlug(), member_id: member.id } },
    changes: [{ entity: 'workspace_members', id: member.id, op: 'update', fields: { is_active: false } }],
  })
  return answer !== null
}
