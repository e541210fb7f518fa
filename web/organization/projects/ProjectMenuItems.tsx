import { useAtomValue } from 'jotai'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { SubscribeMenuItem } from '../../platform/shell/SubscribeMenuItem.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { FavoriteMenuItem } from '../favorites/FavoriteButton.tsx'
import { archiveProject, restoreProject } from './actions.ts'

interface ProjectMenuItemsProps {
  project: Project
  /** Called to open the confirmation dialog `DeleteProject`. */
  onDelete: () => void
}

/** Menu items to favorite, subscribe to, archive, restore and delete a project. Only permitted actions are shown. */
export function ProjectMenuItems({ project, onDelete }: ProjectMenuItemsProps) {
  const { t } = useTranslation()
  const projectRole = useAtomValue(projectRoleAtom(project.id))
  const subscribe = projectRole !== null && project.archived_at === null && (
    <SubscribeMenuItem target={{ kind: 'project', id: project.id }} />
  )
  if (!hasRoleAtLeast(projectRole, role.member)) return subscribe
  return (
    <>
      {project.archived_at === null && (
        <FavoriteMenuItem thing={{ type: 'project', ...project, project_id: project.id }} />
      )}
      {subscribe}
      <MenuSeparator />
      {project.archived_at === null ? (
        <MenuItem icon={<Archive />} onSelect={() => void archiveProject(project)}>
          {t('projects.archive')}
        </MenuItem>
      ) : (
        <MenuItem icon={<ArchiveRestore />} onSelect={() => void restoreProject(project)}>
          {t('projects.restore')}
        </MenuItem>
      )}
      {hasRoleAtLeast(projectRole, role.admin) && (
        <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
          {t('projects.delete')}
        </MenuItem>
      )}
    </>
  )
}
