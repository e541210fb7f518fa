import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { UserLite } from '#common/identity/users/schema.ts'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { addMembers } from '../../organization/projects/actions.ts'
import { GuestAccess } from '../../organization/projects/GuestAccess.tsx'
import { RoleSelect } from '../../organization/workspaces/RoleSelect.tsx'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { workspaceGuestIdsAtom } from '../../platform/person/people.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'

interface ShareWithOutsiderProps {
  project: Project
  user: UserLite
  /** Called after the user was added to the project. */
  onAdded: () => void
  onCancel: () => void
}

/**
 * Lets a project admin add a person to the project, so that a page can be shared with this person. A share alone gives
 * nobody access to a project.
 */
export function ShareWithOutsider({ project, user, onAdded, onCancel }: ShareWithOutsiderProps) {
  const { t } = useTranslation()
  const isGuest = useAtomValue(workspaceGuestIdsAtom).has(user.id)
  // Members of the workspace can join a public project themselves, so the role of a member gives them nothing new.
  const [wanted, setWanted] = useState(isGuest || project.network === 0 ? role.guest : role.member)
  const [isSending, setSending] = useState(false)
  const name = displayNameOf(user)
  const add = async () => {
    setSending(true)
    if (await addMembers(project.id, [user.id], () => wanted)) onAdded()
    else setSending(false)
  }
  return (
    <section
      aria-label={t('pages.share.addFirstTitle', { name, project: project.name })}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
    >
      <p>
        <span className="font-medium">{t('pages.share.addFirstTitle', { name, project: project.name })}</span>{' '}
        <span className="text-soft">{t('pages.share.addFirstText')}</span>
      </p>
      {wanted === role.guest && <GuestAccess project={project} />}
      <div className="flex flex-wrap items-center gap-2">
        {!isGuest && (
          <RoleSelect
            className="w-28"
            label={t('roles.of', { name })}
            value={wanted}
            allowed={(offered) => offered < role.admin}
            onChange={(chosen) => setWanted(chosen === role.guest ? role.guest : role.member)}
          />
        )}
        <Button variant="primary" loading={isSending} onClick={() => void add()}>
          {t('pages.share.addAndShare')}
        </Button>
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
      </div>
    </section>
  )
}
