import { useAtomValue } from 'jotai'
import { ArrowRightLeft, Triangle } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { canEditEstimates, canSetProjectEstimate } from '#common/planning/estimates/rules.ts'
import type { EstimateRow } from '#common/planning/estimates/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { InlineEdit } from '../../platform/ui/InlineEdit.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { estimatesAtom } from '../../work/work-items/estimates.ts'
import { createFirstEstimate, newEstimateFromTemplate, renameEstimate } from './actions.ts'
import { EstimateSwitch } from './EstimateSwitch.tsx'
import { EstimateValues } from './EstimateValues.tsx'
import { PreviousEstimates } from './PreviousEstimates.tsx'
import { SwitchEstimate } from './SwitchEstimate.tsx'
import { TemplateCards } from './TemplateCards.tsx'

/** The settings page for estimates. Members edit the values; admins choose which estimate the project uses. */
export function Estimates() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const myRole = useAtomValue(projectRoleAtom(projectId))
  return (
    <ProjectSettings
      tab="estimates"
      refusal={
        canEditEstimates({ role: myRole }) ? null : (
          <NoAccessState title={t('estimates.noAccessTitle')} text={t('estimates.noAccessText')} />
        )
      }
    >
      {(project) => <Content key={projectId} project={project} />}
    </ProjectSettings>
  )
}

function Content({ project }: { project: Project }) {
  const { t } = useTranslation()
  const estimates = useAtomValue(estimatesAtom(project.id))
  const canChoose = canSetProjectEstimate(useProjectActor(project.id))
  const used = estimates.find((estimate) => estimate.last_used)
  if (used === undefined && !canChoose)
    return (
      <SettingsSection title={t('projectSettings.estimates')}>
        <EmptyState icon={<Triangle />} title={t('estimates.noneTitle')} text={t('estimates.forAdmins')} />
      </SettingsSection>
    )
  if (used === undefined)
    return (
      <SettingsSection title={t('projectSettings.estimates')} text={t('estimates.intro')}>
        <TemplateCards
          onChoose={(name) => void createFirstEstimate(project, newEstimateFromTemplate(project, name))}
        />
      </SettingsSection>
    )
  return (
    <>
      <SettingsSection
        title={t('projectSettings.estimates')}
        text={t(canChoose ? 'estimates.introUsed' : 'estimates.forAdmins')}
      >
        <div className="rounded-lg border border-line px-4 py-3">
          <EstimateSwitch project={project} />
        </div>
      </SettingsSection>
      {project.estimate !== null && (
        <Used key={used.id} project={project} estimate={used} canChoose={canChoose} />
      )}
    </>
  )
}

interface UsedProps {
  project: Project
  estimate: EstimateRow
  canChoose: boolean
}

function Used({ project, estimate, canChoose }: UsedProps) {
  const { t } = useTranslation()
  const canEdit = canEditEstimates(useProjectActor(project.id))
  const [isSwitching, setIsSwitching] = useState(false)
  const [target, setTarget] = useState<EstimateRow | null>(null)
  return (
    <>
      <SettingsSection
        label={estimate.name}
        title={
          <InlineEdit
            value={estimate.name}
            label={t('estimates.name')}
            maxLength={255}
            disabled={!canEdit}
            onSave={(name) => void renameEstimate(estimate, name)}
          />
        }
        action={
          <>
            <span className="shrink-0 text-sm text-faint">{t(`estimates.types.${estimate.type}`)}</span>
            {canChoose && (
              <Button
                icon={<ArrowRightLeft />}
                onClick={() => {
                  setTarget(null)
                  setIsSwitching(true)
                }}
              >
                {t('estimates.switch')}
              </Button>
            )}
          </>
        }
      >
        <EstimateValues estimate={estimate} canEdit={canEdit} />
      </SettingsSection>
      <PreviousEstimates
        projectId={project.id}
        canEdit={canEdit}
        onUse={
          canChoose
            ? (row) => {
                setTarget(row)
                setIsSwitching(true)
              }
            : undefined
        }
      />
      {isSwitching && (
        <SwitchEstimate project={project} from={estimate} to={target} onClose={() => setIsSwitching(false)} />
      )}
    </>
  )
}
