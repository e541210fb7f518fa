import { useAtomValue } from 'jotai'
import { BookOpenText, Ellipsis, Settings, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { JoinProject } from './JoinProject.tsx'
import { ProjectMenuItems } from './ProjectMenuItems.tsx'
import { projectOverviewPath } from './paths.ts'

const deletion = loadable(() => import('./DeleteProject.tsx').then(({ DeleteProject }) => DeleteProject))

interface ProjectActionsProps {
  project: Project
  /** True if joining the project is the main action of the screen. */
  isJoinPrimary?: boolean
}

/** The menu of a project in the list of projects, or the button to join it. */
export function ProjectActions({ project, isJoinPrimary = false }: ProjectActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isReached = useAtomValue(projectRoleAtom(project.id)) !== null
  const [isDeleting, setDeleting] = useState(false)
  const base = `/${currentSlug()}`
  if (!isReached)
    return (
      <JoinProject
        project={project}
        variant={isJoinPrimary ? 'primary' : 'line'}
        onJoined={() => void navigate(`${base}/projects/${project.id}/issues`)}
      />
    )
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={t('shell.projectActions', { name: project.name })} icon={<Ellipsis />} />}
      >
        <MenuItem icon={<BookOpenText />} link={<Link to={`${base}${projectOverviewPath(project.id)}`} />}>
          {t('projectOverview.title')}
        </MenuItem>
        <MenuItem
          icon={<Users />}
          link={<Link to={`${base}${projectSettingsPath(project.id, 'members')}`} />}
        >
          {t('shell.nav.projectMembers')}
        </MenuItem>
        <MenuItem icon={<Settings />} link={<Link to={`${base}${projectSettingsPath(project.id)}`} />}>
          {t('projectSettings.title')}
        </MenuItem>
        <ProjectMenuItems project={project} onDelete={() => setDeleting(true)} />
      </Menu>
      {isDeleting && <LazyComponent part={deletion} props={{ project, onClose: () => setDeleting(false) }} />}
    </>
  )
}
