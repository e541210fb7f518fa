import { useAtomValue } from 'jotai'
import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Cover } from './Cover.tsx'
import { ProjectActions } from './ProjectActions.tsx'
import { ProjectFacts, type ProjectFactsProps } from './ProjectFacts.tsx'

/** A project in the gallery of projects. */
export function ProjectCard(props: ProjectFactsProps) {
  const { t } = useTranslation()
  const { project } = props
  const isReached = useAtomValue(projectRoleAtom(project.id)) !== null
  return (
    <li className="relative flex min-h-54 flex-col overflow-hidden rounded-lg border border-line bg-sheet [contain-intrinsic-size:auto_14rem] [content-visibility:auto] hover:border-line-strong">
      {project.cover_image_url === null ? (
        <span aria-hidden className="h-22 shrink-0 bg-sunken" />
      ) : (
        <Cover isSmall src={project.cover_image_url} className="h-22 shrink-0 rounded-none!" />
      )}
      <span className="-mt-5 ms-3.5 flex w-fit rounded-md bg-sheet p-1">
        <ProjectLogo logo={project.logo_props} name={project.name} size="md" />
      </span>
      <div className="flex flex-1 flex-col gap-1.5 px-3.5 pb-3">
        <span className="flex min-h-control items-center gap-1.5">
          {isReached ? (
            <Link
              dir="auto"
              to={`/${currentSlug()}/projects/${project.id}/issues`}
              className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {project.name}
            </Link>
          ) : (
            <span dir="auto" className="min-w-0 truncate font-medium">
              {project.name}
            </span>
          )}
          <span className="shrink-0 text-xs font-medium text-faint">{project.identifier}</span>
          {project.network === 0 && (
            <LockKeyhole className="size-3.5 shrink-0 text-icon-faint" aria-label={t('projects.isSecret')} />
          )}
          <span className="relative ms-auto">
            <ProjectActions project={project} />
          </span>
        </span>
        {project.description !== '' && (
          <p dir="auto" className="line-clamp-2 text-sm text-pretty text-soft">
            {project.description}
          </p>
        )}
        <span className="mt-auto flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 pt-1.5">
          <ProjectFacts {...props} />
        </span>
      </div>
    </li>
  )
}
