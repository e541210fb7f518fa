import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { Link } from 'react-router'
import type { CycleStatus } from '#common/planning/cycles/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { todayAtom } from '../../platform/person/today.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { CycleIcon } from '../../work/cycles-modules-epics/CycleIcon.tsx'
import { canSeeCyclesOrModules } from '../../work/cycles-modules-epics/can-see-cycles-or-modules.ts'
import { getCycleDayRange } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { statusOfCycle, unarchivedCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { ModuleIcon } from '../../work/cycles-modules-epics/ModuleIcon.tsx'
import { modulesAtom } from '../../work/cycles-modules-epics/modules.ts'
import { cycleOrModulePath } from '../cycles-and-modules/definition.ts'

type Milestone = { id: string; name: string; day: string; path: string } & (
  | { kind: 'cycle'; status: CycleStatus }
  | { kind: 'module'; status: ModuleRow['status'] }
)

/**
 * The cycles and modules of a project, sorted by their end date. Omits archived ones and those without an end date.
 */
const milestonesAtom = atomFamily((projectId: string) =>
  atom((get): Milestone[] => {
    const project = get(tables.projects.rowAtom(projectId))
    if (project === undefined) return []
    const cycles = canSeeCyclesOrModules('cycles', get, project) ? get(unarchivedCyclesAtom(projectId)) : []
    const modules = canSeeCyclesOrModules('modules', get, project) ? get(modulesAtom(projectId)) : []
    return [
      ...cycles.flatMap((cycle): Milestone[] => {
        const { id, name } = cycle
        const day = getCycleDayRange(cycle)?.last
        const path = cycleOrModulePath('cycles', cycle)
        return day === undefined ? [] : [{ id, name, day, path, kind: 'cycle', status: statusOfCycle(cycle) }]
      }),
      ...modules.flatMap((module): Milestone[] => {
        const { id, name, target_date: day, status } = module
        if (day === null || module.archived_at !== null) return []
        return [{ id, name, day, path: cycleOrModulePath('modules', module), kind: 'module', status }]
      }),
    ].toSorted((one, other) => one.day.localeCompare(other.day))
  }),
)

function MilestoneIcon({ milestone }: { milestone: Milestone }) {
  return milestone.kind === 'cycle' ? (
    <CycleIcon status={milestone.status} />
  ) : (
    <ModuleIcon status={milestone.status} />
  )
}

/** Lists the milestones of a project. Past milestones are shown in a paler color. */
export function Milestones({ project }: { project: Project }) {
  const { t, i18n } = useTranslation()
  const milestones = useAtomValue(milestonesAtom(project.id))
  const today = useAtomValue(todayAtom)
  if (!project.cycle_view && !project.module_view) return null
  return (
    <section aria-label={t('projectOverview.milestones')} className="flex flex-col gap-2">
      <h2 className="text-lg font-strong">{t('projectOverview.milestones')}</h2>
      {milestones.length === 0 ? (
        <p className="text-pretty text-soft">{t('projectOverview.noMilestones')}</p>
      ) : (
        <ul aria-label={t('projectOverview.milestones')} className="flex flex-col">
          {milestones.map((milestone) => (
            <li key={milestone.id}>
              <Link
                to={milestone.path}
                className="flex min-h-9 items-center gap-2.5 rounded-md px-2 -mx-2 no-underline hover:bg-hover coarse:min-h-touch"
              >
                <MilestoneIcon milestone={milestone} />
                <span dir="auto" className={milestone.day < today ? 'truncate text-soft' : 'truncate'}>
                  {milestone.name}
                </span>
                <time dateTime={milestone.day} className="ms-auto shrink-0 text-sm text-faint tabular">
                  {formatShortDate(milestone.day, i18n.language)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
