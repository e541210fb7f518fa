import { useAtomValue } from 'jotai'
import { UserRoundPlus } from 'lucide-react'
import { projectRoleProblem } from '#common/organization/projects/rules.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { RoleSelect } from '../workspaces/RoleSelect.tsx'
import { addMembers } from './actions.ts'
import { GuestAccess } from './GuestAccess.tsx'
import { allowedProjectRole, nonMembersOfProjectAtom } from './member-atoms.ts'

interface AddMembersProps {
  project: Project
  onClose: () => void
}

/** Adds workspace members to the project, with a role. */
export function AddMembers({ project, onClose }: AddMembersProps) {
  const { t } = useTranslation()
  const people = useAtomValue(nonMembersOfProjectAtom(project.id))
  const own = useAtomValue(projectRoleAtom(project.id)) ?? role.guest
  const workspace_role = useAtomValue(workspaceRoleAtom) ?? role.guest
  const mayGive = (given: Role) =>
    projectRoleProblem({ role: own, workspace_role }, role.guest, given) === null

  const form = useForm({
    saved: { chosen: [] as string[], wanted: role.member as Role },
    async send({ chosen, wanted }) {
      if (chosen.length === 0) return
      const roleOf = (id: string) =>
        allowedProjectRole(
          people.find((person) => person.member_id === id),
          wanted,
        )
      if (!(await addMembers(project.id, chosen, roleOf))) return
      toast.ok(t('members.added', { count: chosen.length }))
      onClose()
    },
  })
  const { chosen, wanted } = form.values
  const givenRoles = chosen.map((id) =>
    allowedProjectRole(
      people.find((person) => person.member_id === id),
      wanted,
    ),
  )
  const addsGuests = wanted === role.guest || givenRoles.includes(role.guest)

  return (
    <FormDialog
      title={t('members.addTitle', { project: project.name })}
      onSubmit={form.submit}
      submit={t('members.addConfirm')}
      loading={form.sending}
      disabled={chosen.length === 0}
      onClose={onClose}
    >
      {people.length === 0 ? (
        <p className="text-soft">{t('members.everyoneIn')}</p>
      ) : (
        <div className="flex flex-col gap-3">
          <div className="flex items-center gap-2">
            <Picker
              multiple
              label={t('members.people')}
              value={chosen}
              onChange={(chosen) => form.set({ chosen })}
              options={people.map((person) => ({
                value: person.member_id,
                label: person.name,
                hint: person.email,
                icon: (
                  <Avatar
                    id={person.member_id}
                    name={person.name}
                    src={person.avatar_url}
                    size="xs"
                    decorative
                  />
                ),
              }))}
              trigger={
                <Button size="lg" icon={<UserRoundPlus />} className="min-w-0 flex-1 justify-start">
                  {chosen.length === 0
                    ? t('members.choosePeople')
                    : t('members.chosen', { count: chosen.length })}
                </Button>
              }
            />
            <RoleSelect
              size="lg"
              className="w-28"
              label={t('roles.label')}
              value={wanted}
              allowed={mayGive}
              onChange={(wanted) => form.set({ wanted })}
            />
          </div>
          <p className="text-sm text-faint">{t('members.guestsNote')}</p>
          {addsGuests && <GuestAccess project={project} />}
        </div>
      )}
    </FormDialog>
  )
}
