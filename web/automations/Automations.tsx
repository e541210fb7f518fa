import { useAtomValue } from 'jotai'
import { useParams } from 'react-router'
import { atLeast, role } from '#common/roles.ts'
import { tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { useActor } from '../permissions/may.ts'
import { ProjectCrumbs } from '../shell/ProjectCrumbs.tsx'
import { TopBar } from '../shell/TopBar.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { AutomationCards } from './AutomationCards.tsx'

/** What a project does by itself every night, and what that would be now. */
export function Automations() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const canChange = atLeast(useActor(projectId).role, role.admin)
  const title = t('automations.title')
  return (
    <>
      <TopBar title={title} crumbs={<ProjectCrumbs projectId={projectId} page={title} />} />
      {project === undefined ? (
        <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : canChange ? (
        <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex w-full max-w-150 flex-col gap-6 px-5 py-10">
            <p className="text-soft text-pretty">{t('automations.intro')}</p>
            <AutomationCards key={project.id} project={project} />
          </div>
        </div>
      ) : (
        <NoAccess title={t('automations.forAdmins')} text={t('automations.forAdminsText')} />
      )}
    </>
  )
}
