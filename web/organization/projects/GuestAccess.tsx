import { useAtomValue } from 'jotai'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Switch } from '../../platform/ui/Switch.tsx'
import { changeProject } from './edit.ts'

/** Explains what guests of a project can see. Project admins can change this. */
export function GuestAccess({ project }: { project: Project }) {
  const { t } = useTranslation()
  const isAdmin = useAtomValue(projectRoleAtom(project.id)) === role.admin
  const seesAll = project.guest_view_all_features
  return (
    <div className="flex flex-col gap-2.5 rounded-md bg-sunken px-3 py-2.5">
      <p className="text-sm text-pretty text-soft">
        {t(seesAll ? 'members.guestsSeeAll' : 'members.guestsSeeOwn')}
      </p>
      {isAdmin && project.archived_at === null && (
        <Switch
          checked={seesAll}
          onChange={(guest_view_all_features) => void changeProject(project, { guest_view_all_features })}
        >
          {t('projectSettings.guests')}
        </Switch>
      )}
    </div>
  )
}
