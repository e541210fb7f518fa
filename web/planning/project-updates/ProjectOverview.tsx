import { useAtomValue } from 'jotai'
import { useParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Cover } from '../../organization/projects/Cover.tsx'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Milestones } from './Milestones.tsx'
import { ProjectDetails } from './ProjectDetails.tsx'
import { ProjectUpdates } from './ProjectUpdates.tsx'

/** Screen with the description, the health, the status updates and the milestones of a project. */
export function ProjectOverview() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const isReached = useAtomValue(projectRoleAtom(projectId)) !== null
  const title = t('projectOverview.title')
  return (
    <>
      <TopBar title={title} crumbs={<ProjectCrumbs projectId={projectId} page={title} />} />
      {project && isReached ? (
        <Overview key={project.id} project={project} />
      ) : (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      )}
    </>
  )
}

function Overview({ project }: { project: Project }) {
  const { t } = useTranslation()
  const actor = useProjectActor(project.id)
  const canEdit = project.archived_at === null && hasRoleAtLeast(actor.role, role.admin)
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-240 flex-col gap-6 px-4 py-6 sm:px-6">
        {project.cover_image_url !== null && <Cover src={project.cover_image_url} className="h-36 w-full" />}
        <header className="flex flex-col gap-2">
          <h1 className="flex min-w-0 items-center gap-3 text-xl font-strong">
            <ProjectLogo logo={project.logo_props} name={project.name} size="md" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {project.name}
            </span>
          </h1>
          <p dir="auto" className="whitespace-pre-wrap text-pretty text-soft wrap-anywhere">
            {project.description || t('projectOverview.noDescription')}
          </p>
        </header>
        <div className="flex flex-col-reverse gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="flex min-w-0 flex-col gap-8">
            <ProjectUpdates project={project} />
            <Milestones project={project} />
          </div>
          <ProjectDetails project={project} canEdit={canEdit} />
        </div>
      </div>
    </div>
  )
}
