import { type ReactNode, useState } from 'react'
import type { CycleFigures, CycleRow, ItemCounts } from '#common/cycles/schema.ts'
import { allOf, conjuncts, type RichFilters } from '../listing/rich-filters.ts'
import { useTranslation } from '../locales/i18n.ts'
import { LoadError } from '../shell/LoadError.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { Chart, type ChartKind } from './Chart.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { useFigures } from './use-figures.ts'

interface FiguresPanelProps {
  cycle: CycleRow
  filters: RichFilters
  onFilter: (filters: RichFilters) => void
}

/** How a cycle goes: by state, by day, by person and by label. Each line shows the items behind it in the list beside. */
export function FiguresPanel({ cycle, filters, onFilter }: FiguresPanelProps) {
  const { t } = useTranslation()
  const { value: figures, status, retry } = useFigures(cycle.project_id, cycle.id, cycle.start_date !== null)
  const [kind, setKind] = useState<ChartKind>('burndown')
  if (figures === null) {
    if (status === 'error' || status === 'no_access') return <LoadError compact onRetry={retry} />
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="w-4/5" />
      </div>
    )
  }
  const { progress, analytics } = figures
  const only = (rule: RichFilters) => {
    const is = isOn(filters, rule)
    const key = Object.keys(rule)[0] ?? ''
    const others = conjuncts(filters).filter((part) => !(key in part))
    onFilter(allOf(...others, is ? null : rule))
  }
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-2.5">
        <div className="flex items-center justify-between gap-2">
          <h2 className="font-medium">{t('cycles.figures')}</h2>
          <ProgressRing counts={progress} />
        </div>
        {cycle.progress_snapshot !== null && <p className="text-sm text-faint">{t('cycles.frozen')}</p>}
        <Groups counts={progress} filters={filters} onOnly={only} />
      </section>
      <section className="flex flex-col gap-2.5">
        {analytics === null ? (
          <p className="text-sm text-faint">{t('cycles.noDates')}</p>
        ) : (
          <>
            <div className="flex">
              <SegmentedControl
                label={t('cycles.chartOf')}
                value={kind}
                onChange={setKind}
                options={(['burndown', 'burnup'] as const).map((value) => ({
                  value,
                  label: t(`cycles.${value}`),
                }))}
              />
            </div>
            <Chart figures={analytics} kind={kind} />
          </>
        )}
      </section>
      {analytics !== null && <Shares analytics={analytics} filters={filters} onOnly={only} />}
    </div>
  )
}

interface LinesProps {
  filters: RichFilters
  /** Shows only these items, or all again. */
  onOnly: (rule: RichFilters) => void
}

const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const

function Groups({ counts, filters, onOnly }: LinesProps & { counts: ItemCounts }) {
  const { t } = useTranslation()
  return (
    <ul className="-mx-2 flex flex-col">
      {groups.map((group) => {
        const count = counts[`${group}_issues`]
        const rule = { state_group__in: group }
        return (
          <Line
            key={group}
            icon={<StateIcon group={group} />}
            name={t(`ui.state.${group}`)}
            value={String(count)}
            isOn={isOn(filters, rule)}
            onPress={() => onOnly(rule)}
          />
        )
      })}
    </ul>
  )
}

function Shares({ analytics, filters, onOnly }: LinesProps & { analytics: CycleFigures }) {
  const { t } = useTranslation()
  const shareWords = (one: { completed_issues: number; total_issues: number }) =>
    t('cycles.share', { done: one.completed_issues, total: one.total_issues })
  return (
    <>
      {analytics.assignees.length > 0 && (
        <section className="flex flex-col gap-1.5">
          <h2 className="font-medium">{t('cycles.byAssignee')}</h2>
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
                    <Avatar
                      id={one.assignee_id ?? ''}
                      name={one.display_name ?? t('cycles.nobody')}
                      src={one.avatar_url}
                      size="xs"
                    />
                  }
                  name={one.display_name ?? t('cycles.nobody')}
                  value={shareWords(one)}
                  isOn={isOn(filters, rule)}
                  onPress={() => onOnly(rule)}
                />
              )
            })}
          </ul>
        </section>
      )}
      {analytics.labels.length > 0 && (
        <section className="flex flex-col gap-1.5">
          <h2 className="font-medium">{t('cycles.byLabel')}</h2>
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
                  name={one.label_name ?? t('cycles.noLabel')}
                  value={shareWords(one)}
                  isOn={isOn(filters, rule)}
                  onPress={() => onOnly(rule)}
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
        className="flex h-7 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-hover aria-pressed:bg-active coarse:h-touch"
      >
        {icon}
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {name}
        </span>
        <span className="text-sm text-soft tabular">{value}</span>
      </button>
    </li>
  )
}

function isOn(filters: RichFilters, rule: RichFilters): boolean {
  return conjuncts(filters).some((part) => JSON.stringify(part) === JSON.stringify(rule))
}
