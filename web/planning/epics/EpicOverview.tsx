import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import type { ItemCountsByState } from '#common/planning/figures/schema.ts'
import { countProgress, doneShare } from '#common/work/work-items/progress.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { epicItemsPath } from '../../work/cycles-modules-epics/epic-paths.ts'
import { epicProgressAtom } from '../../work/cycles-modules-epics/epics.ts'
import { countedStateGroups } from '../figures/StateGroupCounts.tsx'
import { EpicUpdates } from './EpicUpdates.tsx'
import { useEpicProgress } from './use-progress.ts'

/** Shows what only epics have: the progress of their sub-items and their status updates. */
export function EpicOverview({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const { status, retry } = useEpicProgress(row.project_id)
  const counts = useAtomValue(epicProgressAtom(row.id))
  return (
    <div className="flex flex-col gap-5 rounded-lg border border-line p-4">
      <section aria-label={t('epics.progress')} className="flex flex-col gap-2.5">
        {counts === undefined && status === 'error' ? (
          <LoadError compact onRetry={retry} />
        ) : counts === undefined ? (
          <>
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-2 w-full" />
          </>
        ) : (
          <Progress row={row} counts={counts} />
        )}
      </section>
      <EpicUpdates row={row} />
    </div>
  )
}

const colors = {
  backlog: 'bg-state-backlog',
  unstarted: 'bg-state-unstarted',
  started: 'bg-state-started',
  completed: 'bg-state-completed',
  cancelled: 'bg-state-cancelled',
} as const
/** The order of the segments in the progress bar, completed first. */
const barOrder = ['completed', 'started', 'unstarted', 'backlog', 'cancelled'] as const

function Progress({ row, counts }: { row: WorkItemRow; counts: ItemCountsByState }) {
  const { t } = useTranslation()
  const total = counts.total_issues
  const progress = countProgress({
    total,
    completed: counts.completed_issues,
    cancelled: counts.cancelled_issues,
  })
  const percent = Math.floor(doneShare(progress) * 100)
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <h2 className="font-strong">{t('epics.progress')}</h2>
        {total > 0 && (
          <span className="text-sm text-soft tabular">
            {percent}% · {t('epics.done', { ...progress })}
          </span>
        )}
        {total > 0 && (
          <Link
            to={epicItemsPath(row)}
            className="ms-auto flex items-center text-sm text-soft no-underline hover:text-text coarse:min-h-touch"
          >
            {t('epics.allItems')}
          </Link>
        )}
      </header>
      <div
        role="img"
        aria-label={t('planning.percent', { percent })}
        className="flex h-2 gap-px overflow-hidden rounded-full bg-active"
      >
        {barOrder.map((group) => {
          const count = counts[`${group}_issues`]
          return (
            count > 0 && (
              <span
                key={group}
                className={`${colors[group]} transition-[width]`}
                style={{ width: `${(100 * count) / total}%` }}
              />
            )
          )
        })}
      </div>
      {total === 0 ? (
        <p className="text-sm text-faint text-pretty">{t('epics.nothingBelow')}</p>
      ) : (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {countedStateGroups.map((group) => (
            <div key={group} className="flex items-center gap-1.5">
              <StateIcon group={group} />
              <dt className="text-soft">{t(`ui.state.${group}`)}</dt>
              <dd className="tabular">{counts[`${group}_issues`]}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
