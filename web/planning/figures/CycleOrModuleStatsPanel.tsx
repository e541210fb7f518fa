import { UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CycleOrModuleEstimateStats, CycleOrModuleItemStats } from '#common/planning/figures/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import {
  type ChosenMeasure,
  type CountedGroup,
  formatAmount,
  getDoneAndTotal,
  getStateGroupCount,
  type ItemAndPointCounts,
  type Measure,
} from '../../work/cycles-modules-epics/measure.ts'
import { ProgressRing } from '../../work/cycles-modules-epics/ProgressRing.tsx'
import { combineFilters, type RichFilters, splitFilters } from '../../work/listing/rich-filters.ts'
import { BurndownChart, type ChartKind } from './BurndownChart.tsx'
import { MeasureSwitch } from './MeasureSwitch.tsx'
import { countedStateGroups } from './StateGroupCounts.tsx'
import { useAutoReloadedValue } from './use-auto-reloaded-value.ts'

/** The statistics of a cycle or module. */
export interface CycleOrModuleStatistics {
  progress: ItemAndPointCounts
  /** The analytics, such as the counts by person and label. It is null if the cycle or module has no dates. */
  analytics: CycleOrModuleItemStats | CycleOrModuleEstimateStats | null
  /** The unit of the analytics. */
  measure: Measure
}

export interface CycleOrModuleStatsPanelProps {
  /** Loads the statistics. If another function is passed, the statistics are loaded again. */
  read: () => Promise<CycleOrModuleStatistics>
  /** Returns true if a change of an item affects the statistics. `row` is null if the item is not loaded. */
  isAffectedBy: (row: WorkItemRow | null) => boolean
  measuring: ChosenMeasure
  /** A remark that applies to all of the statistics. */
  note?: string | null
  /** Shown instead of the chart if the cycle or module has no dates. */
  noCharts: string
  filters: RichFilters
  onFilter: (filters: RichFilters) => void
}

function FiguresSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <Skeleton className="w-3/5" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="w-4/5" />
    </div>
  )
}

/**
 * Shows the statistics of a cycle or module by state group, day, person and label. A click on a state group, person
 * or label filters the list of items by this value.
 */
export function CycleOrModuleStatsPanel(props: CycleOrModuleStatsPanelProps) {
  const { read, isAffectedBy, measuring, note, noCharts, filters, onFilter } = props
  const { t } = useTranslation()
  const { value: figures, ...loaded } = useAutoReloadedValue(read, isAffectedBy)
  const [kind, setKind] = useState<ChartKind>('burndown')
  if (figures === null) return <LoadedContent compact of={loaded} skeleton={<FiguresSkeleton />} />
  const { progress, analytics, measure } = figures
  const text = (amount: number) => formatAmount(amount, measure, measuring.type)
  const toggleFilter = (rule: RichFilters) => {
    const is = isOn(filters, rule)
    const key = Object.keys(rule)[0] ?? ''
    const others = splitFilters(filters).filter((part) => !(key in part))
    onFilter(combineFilters(...others, is ? null : rule))
  }
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-2.5">
        <div className="flex items-center justify-between gap-2">
          <h2 className="font-medium">{t('planning.figures')}</h2>
          <ProgressRing counts={progress} measure={measure} />
        </div>
        {note && <p className="text-sm text-faint">{note}</p>}
        <div className="flex empty:hidden">
          <MeasureSwitch measuring={measuring} />
        </div>
        <Groups
          amount={(group) => text(getStateGroupCount(progress, group, measure))}
          filters={filters}
          onToggle={toggleFilter}
        />
      </section>
      <section className="flex flex-col gap-2.5">
        {analytics === null || Object.keys(analytics.scope_chart).length === 0 ? (
          <p className="text-sm text-faint">{noCharts}</p>
        ) : (
          <>
            <div className="flex">
              <SegmentedControl
                label={t('planning.chartOf')}
                value={kind}
                onChange={setKind}
                options={(['burndown', 'burnup'] as const).map((value) => ({
                  value,
                  label: t(`planning.${value}`),
                }))}
              />
            </div>
            <BurndownChart figures={analytics} text={text} kind={kind} />
          </>
        )}
      </section>
      {analytics !== null && (
        <Shares analytics={analytics} text={text} filters={filters} onToggle={toggleFilter} />
      )}
    </div>
  )
}

interface LinesProps {
  filters: RichFilters
  /**
   * Called when the user clicks a state group, person or label. Adds the filter for this value to the list of items,
   * or removes it.
   */
  onToggle: (rule: RichFilters) => void
}

interface GroupsProps extends LinesProps {
  amount: (group: CountedGroup) => string
}

function Groups({ amount, filters, onToggle }: GroupsProps) {
  const { t } = useTranslation()
  return (
    <ul className="-mx-2 flex flex-col">
      {countedStateGroups.map((group) => {
        const rule = { state_group__in: group }
        return (
          <Line
            key={group}
            icon={<StateIcon group={group} />}
            name={t(`ui.state.${group}`)}
            value={amount(group)}
            isOn={isOn(filters, rule)}
            onPress={() => onToggle(rule)}
          />
        )
      })}
    </ul>
  )
}

interface SharesProps extends LinesProps {
  analytics: CycleOrModuleItemStats | CycleOrModuleEstimateStats
  text: (amount: number) => string
}

function Shares({ analytics, text, filters, onToggle }: SharesProps) {
  const { t } = useTranslation()
  const shareWords = (one: Parameters<typeof getDoneAndTotal>[0]) => {
    const { done, total } = getDoneAndTotal(one)
    return t('planning.share', { done: text(done), total: text(total) })
  }
  return (
    <>
      {analytics.assignees.length > 0 && (
        <section className="flex flex-col gap-1.5">
          <h2 className="font-medium">{t('planning.byAssignee')}</h2>
          <ul className="-mx-2 flex flex-col">
            {analytics.assignees.map((one) => {
              const rule =
                one.assignee_id === null
                  ? { assignee_id__isnull: 'true' }
                  : { assignee_id__in: one.assignee_id }
              return (
                <Line
                  key={one.assignee_id ?? ''}
                  icon={
                    one.assignee_id === null ? (
                      <UserRound className="size-4 text-icon-faint" />
                    ) : (
                      <Avatar
                        id={one.assignee_id ?? ''}
                        name={displayNameOf(one) ?? t('planning.nobody')}
                        src={one.avatar_url}
                        size="xs"
                      />
                    )
                  }
                  name={displayNameOf(one) ?? t('planning.nobody')}
                  value={shareWords(one)}
                  isOn={isOn(filters, rule)}
                  onPress={() => onToggle(rule)}
                />
              )
            })}
          </ul>
        </section>
      )}
      {analytics.labels.length > 0 && (
        <section className="flex flex-col gap-1.5">
          <h2 className="font-medium">{t('planning.byLabel')}</h2>
          <ul className="-mx-2 flex flex-col">
            {analytics.labels.map((one) => {
              const rule =
                one.label_id === null ? { label_id__isnull: 'true' } : { label_id__in: one.label_id }
              return (
                <Line
                  key={one.label_id ?? ''}
                  icon={
                    <span
                      aria-hidden
                      className="mx-1 size-2.25 rounded-full bg-line-strong"
                      style={one.color ? { background: one.color } : undefined}
                    />
                  }
                  name={one.label_name ?? t('planning.noLabel')}
                  value={shareWords(one)}
                  isOn={isOn(filters, rule)}
                  onPress={() => onToggle(rule)}
                />
              )
            })}
          </ul>
        </section>
      )}
    </>
  )
}

interface LineProps {
  icon: ReactNode
  name: string
  value: string
  isOn: boolean
  onPress: () => void
}

function Line({ icon, name, value, isOn: pressed, onPress }: LineProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={pressed}
        onClick={onPress}
        className="flex h-7 w-full items-center gap-2 rounded-sm px-2 text-ui-start hover:bg-hover aria-pressed:bg-active coarse:h-touch"
      >
        {icon}
        <span dir="auto" className="min-w-0 flex-1 truncate text-ui-start">
          {name}
        </span>
        <span className="text-sm text-soft tabular">{value}</span>
      </button>
    </li>
  )
}

function isOn(filters: RichFilters, rule: RichFilters): boolean {
  return splitFilters(filters).some((part) => JSON.stringify(part) === JSON.stringify(rule))
}
