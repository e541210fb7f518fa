import { useAtomValue } from 'jotai'
import { useNavigate, useParams } from 'react-router'
import { projectSwitches } from '#common/guards.ts'
import { atLeast, role } from '#common/roles.ts'
import { tables } from '../app/sync.ts'
import { EstimateSwitch } from '../estimates/EstimateSwitch.tsx'
import { useTranslation } from '../locales/i18n.ts'
import { useActor } from '../permissions/may.ts'
import { ProjectCrumbs } from '../shell/ProjectCrumbs.tsx'
import { TopBar } from '../shell/TopBar.tsx'
import { currentSlug } from '../shell/workspace.ts'
import { NoAccess } from '../ui/NoAccess.tsx'
import { Switch } from '../ui/Switch.tsx'
import { switchFeature } from './edit.ts'

/** Which parts of the product a project uses; what is off is hidden, and kept. */
export function ProjectFeatures() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const canChange = atLeast(useActor(projectId).role, role.admin)
  const navigate = useNavigate()
  const title = t('projectFeatures.title')
  return (
    <>
      <TopBar title={title} crumbs={<ProjectCrumbs projectId={projectId} page={title} />} />
      {project === undefined ? (
        <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : (
        <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex w-full max-w-150 flex-col gap-6 px-5 py-10">
            <p className="text-soft text-pretty">
              {t(canChange ? 'projectFeatures.intro' : 'projectFeatures.forAdmins')}
            </p>
            <ul className="flex flex-col rounded-lg border border-line">
              {projectSwitches.map((name) => (
                <li key={name} className="border-line px-4 py-3 not-first:border-t">
                  <Switch
                    checked={project[name]}
                    disabled={!canChange}
                    onChange={(isOn) => void switchFeature(project, name, isOn)}
                    hint={t(`projectFeatures.${name}Text`)}
                  >
                    {t(`projectFeatures.${name}`)}
                  </Switch>
                </li>
              ))}
              <li className="border-line border-t px-4 py-3">
                <EstimateSwitch
                  project={project}
                  onNone={() => void navigate(`/${currentSlug()}/settings/projects/${projectId}/estimates`)}
                />
              </li>
            </ul>
          </div>
        </div>
      )}
    </>
  )
}
