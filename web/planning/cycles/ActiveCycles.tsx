import { useAtomValue } from 'jotai'
import { IterationCw } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { Link } from 'react-router'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import type { SummableEstimateType } from '#common/planning/figures/summable-estimate-types.ts'
import { createClock } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { cycleDaysText, daysBetween, getCycleDayRange } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { activeCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { formatAmount, useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { ProgressRing } from '../../work/cycles-modules-epics/ProgressRing.tsx'
import { CompactItemLine } from '../../work/listing/CompactItemLine.tsx'
import { cycleOrModuleScope } from '../../work/listing/scopes.ts'
import { useItemList } from '../../work/listing/use-item-list.ts'
import { cycleOrModulePath } from '../cycles-and-modules/definition.ts'
import { BurndownChart } from '../figures/BurndownChart.tsx'
import type { CycleOrModuleStatistics } from '../figures/CycleOrModuleStatsPanel.tsx'
import { MeasureSwitch } from '../figures/MeasureSwitch.tsx'
import { StateGroupCounts } from '../figures/StateGroupCounts.tsx'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'
import { timezoneOfProject } from './actions.ts'
import { CycleMenu } from './CycleMenu.tsx'
import { useCycleStats } from './use-figures.ts'

/**
 * Shows the running cycles of all projects that the user has joined, sorted by their last day, with progress
 * and urgent items.
 */
export function ActiveCycles() {
  const { t } = useTranslation()
  const cycles = useAtomValue(activeCyclesAtom)
  const title = t('cycles.activeTitle')
  return (
    <>
      <TopBar title={title} crumbs={<Breadcrumbs crumbs={[{ key: 'active', label: title }]} />} />
      {cycles.length === 0 ? (
        <EmptyState
          icon={<IterationCw />}
          title={t('cycles.noneActiveTitle')}
          text={t('cycles.noneActiveText')}
        />
      ) : (
        <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
          <ul aria-label={title} className="mx-auto flex w-full max-w-270 flex-col gap-4 p-5 sm:px-8">
            {cycles.map((cycle) => (
              <ActiveCycle key={cycle.id} cycle={cycle} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function ActiveCycle({ cycle }: { cycle: CycleRow }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const project = useAtomValue(tables.projects.rowAtom(cycle.project_id))
  const measuring = useMeasure(cycle.project_id, cycle.progress_snapshot)
  const { read, isAffectedBy } = useCycleStats(cycle.project_id, cycle.id, true, measuring.measure)
  const { value: figures, status, retry } = useAutoReloadedValue(read, isAffectedBy)
  const days = getCycleDayRange(cycle)
  const { today } = createClock(timezoneOfProject(cycle.project_id))
  return (
    <li aria-labelledby={id} className="flex flex-col rounded-lg border border-line">
      <header className="flex min-h-12 items-center gap-3 border-b border-line py-2 pe-2 ps-4">
        <span className="flex min-w-0 flex-1 flex-col gap-x-3 sm:flex-row sm:items-baseline">
          <span className="flex min-w-0 items-center gap-2">
            <ProjectLogo logo={project?.logo_props ?? null} name={project?.name ?? ''} />
            <span dir="auto" className="truncate text-sm text-faint max-sm:hidden">
              {project?.name}
            </span>
            <h2 id={id} dir="auto" className="truncate font-medium">
              <Link to={cycleOrModulePath('cycles', cycle)} className="text-text hover:underline">
                {cycle.name}
              </Link>
            </h2>
          </span>
          <span className="truncate text-sm text-faint tabular">
            {cycleDaysText(cycle, i18n.language)}
            {days && ` · ${t('cycles.daysLeft', { count: daysBetween(today, days.last) + 1 })}`}
          </span>
        </span>
        {figures && <ProgressRing counts={figures.progress} measure={figures.measure} />}
        <CycleMenu cycle={cycle} />
      </header>
      {figures === null && (status === 'error' || status === 'no_access') ? (
        <LoadError compact onRetry={retry} />
      ) : (
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,4fr)]">
          <Part title={t('planning.figures')} beside={<MeasureSwitch measuring={measuring} />}>
            {figures ? (
              <StateGroupCounts
                counts={figures.progress}
                measuring={{ measure: figures.measure, type: measuring.type }}
              />
            ) : (
              <FiguresSkeleton />
            )}
          </Part>
          <Part title={t('planning.burndown')}>
            <Burndown figures={figures} type={measuring.type} />
          </Part>
          <Part title={t('cycles.urgentTitle')}>
            <Urgent cycle={cycle} />
          </Part>
        </div>
      )}
    </li>
  )
}

interface PartProps {
  title: string
  beside?: ReactNode
  children: ReactNode
}

function Part({ title, beside, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-control items-center justify-between gap-2">
        <h3 id={id} className="text-sm font-medium text-soft">
          {title}
        </h3>
        {beside}
      </div>
      {children}
    </section>
  )
}

function Burndown({
  figures,
  type,
}: {
  figures: CycleOrModuleStatistics | null
  type: SummableEstimateType | null
}) {
  if (figures === null) return <FiguresSkeleton />
  const { analytics, measure } = figures
  const text = (amount: number) => formatAmount(amount, measure, type)
  return analytics && <BurndownChart figures={analytics} text={text} kind="burndown" />
}

function FiguresSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/3" />
    </div>
  )
}

/** The filter for open items with urgent or high priority. */
const urgent = {
  and: [{ priority__in: 'urgent,high' }, { state_group__in: 'backlog,unstarted,started' }],
}

/** Maximum number of items on a card. A link leads to the other items. */
const shownAtMost = 5

function Urgent({ cycle: { id, project_id } }: { cycle: CycleRow }) {
  const { t } = useTranslation()
  const scope = useMemo(() => cycleOrModuleScope('cycle', project_id, id, true), [project_id, id])
  const { status, ids, total, retry } = useItemList(scope, urgent, 'priority')
  if (status !== 'ready')
    return <LoadedContent compact of={{ status, retry }} skeleton={<FiguresSkeleton />} />
  if (ids.length === 0) return <p className="text-sm text-faint">{t('cycles.noneUrgent')}</p>
  return (
    <>
      <ul className="flex flex-col">
        {ids.slice(0, shownAtMost).map((one) => (
          <CompactItemLine key={one} id={one} />
        ))}
      </ul>
      {total > shownAtMost && (
        <Link
          to={cycleOrModulePath('cycles', { id, project_id })}
          className="text-sm font-medium text-accent-text hover:underline"
        >
          {t('home.more', { count: total - shownAtMost })}
        </Link>
      )}
    </>
  )
}
