import { role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { toast } from '../../platform/ui/toast.ts'

/**
 * Shows that a mentioned person is not in the project of the text, so Tandem does not notify this person. Project admins
 * can add the person with the button of the message.
 */
export function showOutsiderMessage(projectId: string, person: { id: string; name: string }): void {
  const project = tables.projects.get(projectId)
  if (project === undefined) return
  const canAdd = project.archived_at === null && store.get(projectRoleAtom(projectId)) === role.admin
  const values = { name: person.name, project: project.name }
  toast.message(t('editor.mention.outsider', values), {
    id: 'mention-outsider',
    text: t(canAdd ? 'editor.mention.outsiderForAdmins' : 'editor.mention.outsiderForOthers'),
    ...(canAdd && {
      action: {
        label: t('editor.mention.addToProject'),
        onPress: () => void addToProject(projectId, person.id),
      },
    }),
  })
}

async function addToProject(projectId: string, id: string): Promise<void> {
  const { addMembers } = await import('../../organization/projects/actions.ts')
  if (await addMembers(projectId, [id], () => role.member)) toast.ok(t('members.added', { count: 1 }))
}
