import { type Role, roleName } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { mutate } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type Mutation, undoable } from '../../platform/sync/mutation.ts'
import type { MemberOfWorkspace } from './atoms.ts'

export async function changeMemberRole(member: MemberOfWorkspace, role: Role): Promise<void> {
  const giving = (wanted: Role): Mutation<'updateWorkspaceMember'> => ({
    call: 'updateWorkspaceMember',
    input: { params: { slug: currentSlug(), member_id: member.id }, body: { role: wanted } },
    changes: [{ entity: 'workspace_members', id: member.id, op: 'update', fields: { role: wanted } }],
    answers: 'workspace_members',
  })
  const words = t('members.roleChanged', { name: member.name, role: t(`roles.one.${roleName(role)}`) })
  await mutate(undoable(giving(role), words, giving(member.role)))
}

/** Answers whether they are gone; there is no way back but an invitation. */
export async function removeMember(member: MemberOfWorkspace): Promise<boolean> {
  const answer = await mutate({
    call: 'removeWorkspaceMember',
    input: { params: { slug: currentSlug(), member_id: member.id } },
    changes: [{ entity: 'workspace_members', id: member.id, op: 'update', fields: { is_active: false } }],
  })
  return answer !== null
}
