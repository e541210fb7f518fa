import { useAtomValue } from 'jotai'
import { Ellipsis, LockKeyhole, Settings, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Tooltip } from '../../platform/ui/Tooltip.tsx'
import { Cover } from './Cover.tsx'
import { JoinProject } from './JoinProject.tsx'
import { ProjectMenuItems } from './ProjectMenuItems.tsx'

const deletion = loadable(() => import('./DeleteProject.tsx').then(({ DeleteProject }) => DeleteProject))

/** A project in the list: a link, or a button to join it. */
export function ProjectRow({ project }: { project: Project }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isReached = useAtomValue(projectRoleAtom(project.id)) !== null
  const lead = useAtomValue(tables.users.rowAtom(project.project_lead ?? ''))
  const base = `/${currentSlug()}/projects/${project.id}`
  const [isDeleting, setDeleting] = useState(false)
  const { name } = project
  const about = (
    <>
      <ProjectLogo logo={project.logo_props} name={name} size="md" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium">{name}</span>
          <span className="shrink-0 text-xs font-medium text-faint">{project.identifier}</span>
          {project.network === 0 && (
            <LockKeyhole className="size-3.5 shrink-0 text-icon-faint" aria-label={t('projects.isSecret')} />
          )}
        </span>
        {project.description && (
          <span className="block truncate text-sm text-soft">{project.description}</span>
        )}
      </span>
    </>
  )
  return (
    <div className="flex h-13 items-center gap-2 border-b border-line pe-3 hover:bg-hover">
      {isReached ? (
        <Link
          to={`${base}/issues`}
          className="flex h-full min-w-0 flex-1 items-center gap-3 ps-4 -outline-offset-2"
        >
          {about}
        </Link>
      ) : (
        <div className="flex min-w-0 flex-1 items-center gap-3 ps-4">{about}</div>
      )}
      {project.cover_image_url !== null && (
        <Cover isSmall src={project.cover_image_url} className="hidden h-8 w-16 shrink-0 sm:grid" />
      )}
      {lead && (
        <Tooltip label={t('projects.leadIs', { name: displayNameOf(lead) })}>
          <Link to={`/${currentSlug()}/profile/${lead.id}`} className="hidden rounded-full sm:flex">
            <Avatar id={lead.id} name={displayNameOf(lead)} src={lead.avatar_url} />
          </Link>
        </Tooltip>
      )}
      {isReached ? (
        <Menu
          align="end"
          trigger={<IconButton label={t('shell.projectActions', { name })} icon={<Ellipsis />} />}
        >
          <MenuItem
            icon={<Users />}
            link={<Link to={`/${currentSlug()}/settings/projects/${project.id}/members`} />}
          >
            {t('shell.nav.projectMembers')}
          </MenuItem>
          <MenuItem
            icon={<Settings />}
            link={<Link to={`/${currentSlug()}${projectSettingsPath(project.id)}`} />}
          >
            {t('projectSettings.title')}
          </MenuItem>
          <ProjectMenuItems project={project} onDelete={() => setDeleting(true)} />
        </Menu>
      ) : (
        <JoinProject project={project} onJoined={() => void navigate(`${base}/issues`)} />
      )}
      {isDeleting && <LazyComponent part={deletion} props={{ project, onClose: () => setDeleting(false) }} />}
    </div>
  )
}
