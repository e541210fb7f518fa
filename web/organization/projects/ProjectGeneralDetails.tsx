import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Cover } from './Cover.tsx'

/** A read-only view of the project's general settings. */
export function ProjectGeneralDetails({ project }: { project: Project }) {
  const { t } = useTranslation()
  const lead = useAtomValue(tables.users.rowAtom(project.project_lead ?? ''))
  const assignee = useAtomValue(tables.users.rowAtom(project.default_assignee ?? ''))
  return (
    <>
      {project.cover_image_url !== null && <Cover src={project.cover_image_url} className="h-36 w-full" />}
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <ProjectLogo logo={project.logo_props} name={project.name} />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {project.name}
        </span>
      </p>
      {project.description !== '' && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {project.description}
        </p>
      )}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2">
        <Fact name={t('projects.identifier')}>{project.identifier}</Fact>
        <Fact name={t('projects.lead')}>{displayNameOf(lead) ?? t('projects.noLead')}</Fact>
        <Fact name={t('projects.defaultAssignee')}>
          {displayNameOf(assignee) ?? t('projects.noDefaultAssignee')}
        </Fact>
        <Fact name={t('projects.network')}>
          {t(project.network === 2 ? 'projects.public' : 'projects.secret')}
        </Fact>
        <Fact name={t('onboarding.timezone')}>{project.timezone.replaceAll('_', ' ')}</Fact>
        <Fact name={t('projectSettings.guestsSee')}>
          {t(
            project.guest_view_all_features ? 'projectSettings.guestsSeeAll' : 'projectSettings.guestsSeeOwn',
          )}
        </Fact>
      </dl>
      <p className="text-sm text-faint">
        {t(project.archived_at === null ? 'projectSettings.forAdmins' : 'projectSettings.isArchived')}
      </p>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd dir="auto" className="min-w-0 wrap-anywhere">
        {children}
      </dd>
    </>
  )
}
