import { useAtomValue } from 'jotai'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { archiveProject, restoreProject } from './actions.ts'
import { FormerIdentifiers } from './FormerIdentifiers.tsx'
import { ProjectGeneralDetails } from './ProjectGeneralDetails.tsx'
import { ProjectGeneralFields } from './ProjectGeneralFields.tsx'

const deletion = loadable(() => import('./DeleteProject.tsx').then(({ DeleteProject }) => DeleteProject))

/** Screen `/{slug}/settings/projects/{id}` with the general settings. Only project admins can edit them. */
export function GeneralSettings() {
  return <ProjectSettings tab="general">{(project) => <General project={project} />}</ProjectSettings>
}

function General({ project }: { project: Project }) {
  const { t } = useTranslation()
  const canChange = hasRoleAtLeast(useProjectActor(project.id).role, role.admin)
  const projectRole = useAtomValue(projectRoleAtom(project.id))
  return (
    <>
      <SettingsSection title={t('projectSettings.general')}>
        {canChange ? <ProjectGeneralFields project={project} /> : <ProjectGeneralDetails project={project} />}
      </SettingsSection>
      {canChange && <FormerIdentifiers project={project} />}
      {hasRoleAtLeast(projectRole, role.member) && (
        <Ends project={project} canDelete={hasRoleAtLeast(projectRole, role.admin)} />
      )}
    </>
  )
}

/** Buttons to archive, restore and delete the project. */
function Ends({ project, canDelete }: { project: Project; canDelete: boolean }) {
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  const isArchived = project.archived_at !== null
  return (
    <SettingsSection title={t('projectSettings.ends')}>
      <Ending text={t(isArchived ? 'projectSettings.restoreText' : 'projectSettings.archiveText')}>
        <Button
          icon={isArchived ? <ArchiveRestore /> : <Archive />}
          onClick={() => void (isArchived ? restoreProject(project) : archiveProject(project))}
        >
          {t(isArchived ? 'projects.restore' : 'projects.archive')}
        </Button>
      </Ending>
      {canDelete && (
        <Ending text={t('projects.deleteText')}>
          <Button variant="danger-line" icon={<Trash2 />} onClick={() => setDeleting(true)}>
            {t('projects.delete')}
          </Button>
        </Ending>
      )}
      {isDeleting && <LazyComponent part={deletion} props={{ project, onClose: () => setDeleting(false) }} />}
    </SettingsSection>
  )
}

function Ending({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-60 flex-1 text-pretty text-soft">{text}</p>
      {children}
    </div>
  )
}
