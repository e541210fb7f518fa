import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { cycleOrModuleFeatureSwitch } from '../../work/cycles-modules-epics/can-see-cycles-or-modules.ts'
import { type CycleOrModuleRow, type CycleOrModuleTable, cyclesOrModulesPath } from './definition.ts'

interface CycleOrModuleScreenProps<Row extends CycleOrModuleRow> {
  table: CycleOrModuleTable
  projectId: string
  row: Row | undefined
  /** Renders the cycle or module. Called only if the user may see it. */
  children: (row: Row, crumbs: ReactNode) => ReactNode
}

/** Shows a cycle or module, or the reason why it cannot be shown. */
export function CycleOrModuleScreen<Row extends CycleOrModuleRow>({
  table,
  projectId,
  row,
  children,
}: CycleOrModuleScreenProps<Row>) {
  const { t } = useTranslation()
  const myRole = useAtomValue(projectRoleAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const path = cyclesOrModulesPath(table, projectId)
  const crumbs = (page: string) => (
    <ProjectCrumbs projectId={projectId} within={{ to: path, label: t(`${table}.title`) }} page={page} />
  )
  const isOn = project?.[cycleOrModuleFeatureSwitch[table]]
  const canSee = canEditCyclesAndModules({ role: myRole })
  if (row?.project_id === projectId && isOn && canSee) return children(row, crumbs(row.name))
  return (
    <>
      <TopBar title={t(`${table}.title`)} crumbs={crumbs('')} />
      {myRole !== null && !canSee ? (
        <NoAccessState title={t(`${table}.noAccessTitle`)} text={t(`${table}.noAccessText`)} />
      ) : isOn === false ? (
        <NoAccessState title={t(`${table}.off`)} />
      ) : (
        <NotFoundState
          title={t(`${table}.goneTitle`)}
          text={t(`${table}.goneText`)}
          action={
            <Link className={buttonClass({})} to={path}>
              {t(table === 'cycles' ? 'cycles.toCycles' : 'modules.toModules')}
            </Link>
          }
        />
      )}
    </>
  )
}
