import { useAtomValue } from 'jotai'
import type { LayoutName } from '#common/work/listing/view-settings.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { StateIcon } from '../../../platform/ui/StateIcon.tsx'
import { statesAtom } from '../../states/atoms.ts'
import type { ListingView } from '../view.ts'

/** Placeholder of a layout while its items load. */
export function LayoutSkeleton({ layout, view }: { layout: LayoutName; view?: ListingView }) {
  const projectId = view?.listing.group_by === 'state_id' ? view.scope.context.project_id : null
  if (layout === 'spreadsheet') return <SpreadsheetSkeleton />
  if (layout === 'gantt_chart') return <GanttSkeleton />
  if (layout === 'calendar') return <CalendarSkeleton />
  return layout === 'kanban' && projectId !== null && projectId !== undefined ? (
    <BoardSkeleton projectId={projectId} />
  ) : (
    <ListSkeleton />
  )
}

/** Placeholder of the board. The columns are known before the cards, so they are already shown in place. */
function BoardSkeleton({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const states = useAtomValue(statesAtom(projectId))
  return (
    <section
      aria-busy
      aria-label={t('ui.loading')}
      className="flex min-h-0 flex-1 gap-2.5 overflow-hidden px-gutter pt-3"
    >
      {states.map((state, at) => (
        <div key={state.id} className="flex w-column shrink-0 flex-col gap-1.75">
          <div className="flex h-7.5 items-center gap-1.75 font-strong">
            <StateIcon group={state.group} color={state.color} />
            {state.name}
          </div>
          {Array.from({ length: 4 - (at % 3) }, (_, card) => `${state.id}${card}`).map((key) => (
            <Skeleton key={key} shape="card" />
          ))}
        </div>
      ))}
    </section>
  )
}

/** Placeholder of the calendar. The days are known before the items, so they are already shown. */
function CalendarSkeleton() {
  const { t } = useTranslation()
  return (
    <section
      aria-busy
      aria-label={t('ui.loading')}
      className="mt-17 -me-px grid min-h-0 flex-1 auto-rows-fr grid-cols-7 overflow-hidden border-t border-line"
    >
      {Array.from({ length: 35 }, (_, at) => `day${at}`).map((key) => (
        <div key={key} className="border-e border-b border-line" />
      ))}
    </section>
  )
}

/** Placeholder of the Gantt layout: list rows and bars. */
function GanttSkeleton() {
  const { t } = useTranslation()
  return (
    <section aria-busy aria-label={t('ui.loading')} className="min-h-0 flex-1 overflow-hidden pt-12">
      {Array.from({ length: 12 }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-11 items-center border-b border-line">
          <div className="flex h-full w-33 shrink-0 items-center gap-2.5 border-e border-line px-gutter sm:w-90">
            <Skeleton shape="circle" className="size-4" />
            <Skeleton className="h-3 max-w-50 flex-1" />
          </div>
          <div style={{ marginLeft: 40 + ((row * 5) % 7) * 56 }}>
            <Skeleton className={row % 3 === 0 ? 'h-7 w-50' : 'h-7 w-30'} />
          </div>
        </div>
      ))}
    </section>
  )
}

export function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <section aria-busy aria-label={t('ui.loading')} className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: 12 }, (_, row) => `row${row}`).map((key) => (
        <Skeleton key={key} shape="row" />
      ))}
    </section>
  )
}

/** Placeholder of the spreadsheet. Column widths are not known yet. */
function SpreadsheetSkeleton() {
  const { t } = useTranslation()
  return (
    <section
      aria-busy
      aria-label={t('ui.loading')}
      className="flex min-h-0 flex-1 flex-col overflow-hidden pt-8.25"
    >
      {Array.from({ length: 16 }, (_, row) => `row${row}`).map((row, at) => (
        <div key={row} className="flex h-row shrink-0 border-b border-line first:border-t coarse:h-11">
          <div className="flex w-(--spreadsheet-title) shrink-0 items-center gap-2.5 border-e border-line px-2.5 sm:flex-1">
            <Skeleton className="w-12 max-sm:hidden" />
            <Skeleton className={cx('h-3', titleWidths[at % titleWidths.length])} />
          </div>
          {cellWidths.map((width) => (
            <div key={width} className="flex w-34 shrink-0 items-center border-e border-line px-2.5">
              <Skeleton className={width} />
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

const titleWidths = ['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5']
const cellWidths = ['w-16', 'w-12', 'w-20', 'w-14', 'w-18', 'w-10']
