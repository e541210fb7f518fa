import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { canEditPlans } from '#common/planning/plans/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { planFeatureSwitch } from '../../work/plans/can-see-plans.ts'
import { openPlanForm } from './actions.ts'
import { planShortcuts } from './keys.ts'
import type { PlanTable } from './plan-type.ts'
import { usePlanRights } from './rights.ts'

interface PlansScreenProps {
  table: PlanTable
  projectId: string
  /** Additional actions in the top bar. */
  actions?: ReactNode
  children: ReactNode
}

/** Shows the cycles or modules of a project, or the reason why they cannot be shown. */
export function PlansScreen({ table, projectId, actions, children }: PlansScreenProps) {
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const myRole = useAtomValue(projectRoleAtom(projectId))
  const { keep } = usePlanRights(table, projectId)
  const title = t(`${table}.title`)
  return (
    <>
      <TopBar
        title={title}
        crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
        actions={
          <span className="flex items-center gap-2">
            {actions}
            {keep && (
              <Button
                variant="primary"
                icon={<Plus />}
                keys={planShortcuts[table].create}
                onClick={() => openPlanForm(table, { project_id: projectId, id: null })}
              >
                <span className="max-sm:sr-only">{t(`${table}.new`)}</span>
              </Button>
            )}
          </span>
        }
      />
      {project === undefined ? (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : !canEditPlans({ role: myRole }) ? (
        <NoAccessState title={t(`${table}.noAccessTitle`)} text={t(`${table}.noAccessText`)} />
      ) : project[planFeatureSwitch[table]] ? (
        children
      ) : (
        <NoAccessState title={t(`${table}.off`)} />
      )}
    </>
  )
}

interface PlansEmptyStateProps {
  table: PlanTable
  projectId: string
  icon: ReactNode
}

/** The empty state of a project without cycles or without modules. */
export function PlansEmptyState({ table, projectId, icon }: PlansEmptyStateProps) {
  const { t } = useTranslation()
  const { keep } = usePlanRights(table, projectId)
  return (
    <EmptyState
      icon={icon}
      title={t(`${table}.emptyTitle`)}
      text={t(`${table}.emptyText`)}
      action={
        keep && (
          <Button
            variant="primary"
            icon={<Plus />}
            onClick={() => openPlanForm(table, { project_id: projectId, id: null })}
          >
            {t(`${table}.new`)}
          </Button>
        )
      }
    />
  )
}
