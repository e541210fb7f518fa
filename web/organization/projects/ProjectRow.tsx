import { useAtomValue } from 'jotai'
import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { HealthBadge } from '../../platform/ui/HealthBadge.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Cover } from './Cover.tsx'
import { ProjectActions } from './ProjectActions.tsx'
import { ProjectFacts, type ProjectFactsProps } from './ProjectFacts.tsx'

interface ProjectRowProps extends ProjectFactsProps {
  /** True if joining the project is the main action of the screen. */
  isJoinPrimary?: boolean
}

/** A project in the list: a link, or a button to join it. */
export function ProjectRow({ isJoinPrimary = false, ...props }: ProjectRowProps) {
  const { t } = useTranslation()
  const { project } = props
  const isReached = useAtomValue(projectRoleAtom(project.id)) !== null
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
          to={`/${currentSlug()}/projects/${project.id}/issues`}
          className="flex h-full min-w-0 flex-1 items-center gap-3 ps-4 -outline-offset-2"
        >
          {about}
        </Link>
      ) : (
        <div className="flex min-w-0 flex-1 items-center gap-3 ps-4">{about}</div>
      )}
      {project.health !== null && (
        <span className="md:hidden">
          <HealthBadge status={project.health} />
        </span>
      )}
      <span className="hidden shrink-0 items-center gap-3 md:flex">
        <ProjectFacts {...props} />
      </span>
      {project.cover_image_url !== null && (
        <Cover isSmall src={project.cover_image_url} className="hidden h-8 w-16 shrink-0 lg:grid" />
      )}
      <ProjectActions project={project} isJoinPrimary={isJoinPrimary} />
    </div>
  )
}
