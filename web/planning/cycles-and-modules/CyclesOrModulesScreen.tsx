import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { cycleOrModuleFeatureSwitch } from '../../work/cycles-modules-epics/can-see-cycles-or-modules.ts'
import { openCycleOrModuleForm } from './actions.ts'
import type { CycleOrModuleTable } from './definition.ts'
import { useCycleOrModuleRights } from './rights.ts'
import { cycleOrModuleShortcuts } from './shortcuts.ts'

interface CyclesOrModulesScreenProps {
  table: CycleOrModuleTable
  projectId: string
  /** Additional actions in the top bar. */
  actions?: ReactNode
  children: ReactNode
}

/** Shows the cycles or modules of a project, or the reason why they cannot be shown. */
export function CyclesOrModulesScreen({ table, projectId, actions, children }: CyclesOrModulesScreenProps) {
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const myRole = useAtomValue(projectRoleAtom(projectId))
  const { keep } = useCycleOrModuleRights(table, projectId)
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
                keys={cycleOrModuleShortcuts[table].create}
                onClick={() => openCycleOrModuleForm(table, { project_id: projectId, id: null })}
              >
                <span className="max-sm:sr-only">{t(`${table}.new`)}</span>
              </Button>
            )}
          </span>
        }
      />
      {project === undefined ? (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : !canEditCyclesAndModules({ role: myRole }) ? (
        <NoAccessState title={t(`${table}.noAccessTitle`)} text={t(`${table}.noAccessText`)} />
      ) : project[cycleOrModuleFeatureSwitch[table]] ? (
        children
      ) : (
        <NoAccessState title={t(`${table}.off`)} />
      )}
    </>
  )
}

interface CyclesOrModulesEmptyStateProps {
  table: CycleOrModuleTable
  projectId: string
  icon: ReactNode
}

/** The empty state of a project without cycles or without modules. */
export function CyclesOrModulesEmptyState({ table, projectId, icon }: CyclesOrModulesEmptyStateProps) {
  const { t } = useTranslation()
  const { keep } = useCycleOrModuleRights(table, projectId)
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
            onClick={() => openCycleOrModuleForm(table, { project_id: projectId, id: null })}
          >
            {t(`${table}.new`)}
          </Button>
        )
      }
    />
  )
}
