import { atom, useAtomValue } from 'jotai'
import { IterationCw } from 'lucide-react'
import { useMemo } from 'react'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import type { CycleStatus } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedTeamspaceProjectsAtom } from '../../organization/teamspaces/atoms.ts'
import { cycleDefinition } from '../../planning/cycles/actions.ts'
import { CycleMenu } from '../../planning/cycles/CycleMenu.tsx'
import { cycleCountsSource } from '../../planning/cycles/use-figures.ts'
import { CycleOrModuleListRow } from '../../planning/cycles-and-modules/CycleOrModuleListRow.tsx'
import { CycleOrModuleSection } from '../../planning/cycles-and-modules/CycleOrModuleSection.tsx'
import {
  type CycleOrModuleCounts,
  useCycleOrModuleCounts,
} from '../../planning/cycles-and-modules/use-counts.ts'
import { currentQuarterHourAtom } from '../../platform/person/today.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { CycleIcon } from '../../work/cycles-modules-epics/CycleIcon.tsx'
import { canSeeCyclesOrModules } from '../../work/cycles-modules-epics/can-see-cycles-or-modules.ts'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { statusOfCycle, unarchivedCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { TeamActions, TeamCrumbs, TeamFrame, TeamTabs } from './TeamFrame.tsx'

/** The cycles of the projects of a teamspace. */
export function TeamCycles() {
  return <TeamFrame>{(team) => <Cycles key={team.id} team={team} />}</TeamFrame>
}

/** The projects of a teamspace with their cycles. Projects without cycles are omitted. */
function projectsWithCyclesAtom(teamId: string) {
  return atom((get) => {
    // The atom depends on the clock, because cycles end and begin at midnight in the project's time zone.
    get(currentQuarterHourAtom)
    return get(joinedTeamspaceProjectsAtom(teamId)).flatMap((project) => {
      const cycles = canSeeCyclesOrModules('cycles', get, project)
        ? get(unarchivedCyclesAtom(project.id))
        : []
      return cycles.length === 0 ? [] : [{ project, cycles }]
    })
  })
}

function Cycles({ team }: { team: TeamspaceRow }) {
  const { t } = useTranslation()
  const projects = useAtomValue(useMemo(() => projectsWithCyclesAtom(team.id), [team.id]))
  const title = t('teamspaces.tabs.cycles')
  return (
    <>
      <TopBar
        title={`${title} · ${team.name}`}
        crumbs={<TeamCrumbs team={team} page={title} />}
        actions={<TeamActions team={team} />}
      />
      <TeamTabs team={team} />
      {projects.length === 0 ? (
        <EmptyState
          icon={<IterationCw />}
          title={t('teamspaces.noCyclesTitle')}
          text={t('teamspaces.noCyclesText')}
        />
      ) : (
        <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
          {projects.map(({ project, cycles }) => (
            <ProjectCycles key={project.id} project={project} cycles={cycles} />
          ))}
        </div>
      )}
    </>
  )
}

const order: readonly CycleStatus[] = ['CURRENT', 'UPCOMING', 'DRAFT', 'COMPLETED']

function ProjectCycles({ project, cycles }: { project: Project; cycles: readonly CycleRow[] }) {
  const { value: counts, status, retry } = useCycleOrModuleCounts(project.id, cycleCountsSource)
  const sorted = cycles.toSorted((a, b) => order.indexOf(statusOfCycle(a)) - order.indexOf(statusOfCycle(b)))
  return (
    <CycleOrModuleSection isSticky label={project.name} count={cycles.length} startsFolded={false}>
      {status === 'error' && counts === null && <LoadError compact onRetry={retry} />}
      {sorted.map((cycle) => (
        <CycleLine key={cycle.id} cycle={cycle} counts={counts?.get(cycle.id)} />
      ))}
    </CycleOrModuleSection>
  )
}

function CycleLine({ cycle, counts }: { cycle: CycleRow; counts: CycleOrModuleCounts | undefined }) {
  const { t, i18n } = useTranslation()
  const status = statusOfCycle(cycle)
  const measuring = useMeasure(cycle.project_id, cycle.progress_snapshot)
  return (
    <CycleOrModuleListRow
      definition={cycleDefinition}
      row={cycle}
      icon={<CycleIcon status={status} />}
      words={[t(`cycles.status.${status}`), cycleDaysText(cycle, i18n.language)].filter(Boolean).join(' · ')}
      counts={counts}
      measuring={measuring}
      people={null}
      menu={<CycleMenu cycle={cycle} />}
    />
  )
}
