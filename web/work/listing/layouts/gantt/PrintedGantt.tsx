import { useAtomValue } from 'jotai'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { LandscapePrintStyle } from '../../../../platform/ui/LandscapePrintStyle.tsx'
import { StateIcon } from '../../../../platform/ui/StateIcon.tsx'
import { allRelationsAtom } from '../../../relations/atoms.ts'
import { formatItemKey } from '../../../work-items/actions.ts'
import { useFormatGanttPeriod } from './AxisHeader.tsx'
import { colorWithOpacity } from './GanttBlock.tsx'
import { dateFromDayNumber, type GanttZoom, ganttRowHeight, ganttScales, getBlockSpan } from './geometry.ts'
import { createPrintAxis, ganttPrintWidth, getPrintPosition, type PrintAxis } from './paper.ts'
import { type GanttPeriod, periodsBetween } from './periods.ts'
import { createRelationLine, isDateConstrainingRelation, type RelationLine } from './relation-lines.ts'
import { arrowHeadPath, createRoundedSvgPath, routeRelationLine } from './route-line.ts'
import { useFormatDates } from './use-format-dates.ts'

interface PrintedGanttProps {
  ids: readonly string[]
  /** The zoom level of the screen, which determines the length of blocks with only one date. */
  zoom: GanttZoom
  today: number
  weekStartsOn: number
}

/** The printed timeline. It is a table, because browsers then repeat the header on each page and do not split rows. */
export function PrintedGantt({ ids, zoom, today, weekStartsOn }: PrintedGanttProps) {
  const { t } = useTranslation()
  const rows = ids.flatMap((id) => tables.work_items.get(id) ?? [])
  const axis = createPrintAxis(
    rows.flatMap((row) => getBlockSpan(row, zoom) ?? []),
    today,
    weekStartsOn,
  )
  const lines = usePaperLines(rows, axis, zoom)
  const grid = periodsBetween(axis.lower ?? axis.upper, axis.first, axis.first + axis.days - 1, weekStartsOn)
  return (
    <>
      <LandscapePrintStyle />
      <table className="hidden w-full table-fixed border-collapse text-sm print:table">
        <colgroup>
          <col className="w-[32%]" />
          <col className="w-[15%]" />
          <col />
        </colgroup>
        <thead className="break-inside-avoid">
          <tr className="border-b border-line-strong align-bottom">
            <th className="pb-1 text-left font-strong">{t('shell.nav.workItems')}</th>
            <th className="pb-1 text-left font-strong">{t('workItems.gantt.dates')}</th>
            <th className="p-0 font-normal">
              <Periods axis={axis} weekStartsOn={weekStartsOn} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <PrintedRow
              key={row.id}
              row={row}
              index={index}
              axis={axis}
              zoom={zoom}
              today={today}
              grid={grid}
              lines={lines}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The names of months, weeks and days in one or two rows. */
function Periods({ axis, weekStartsOn }: { axis: PrintAxis; weekStartsOn: number }) {
  const name = useFormatGanttPeriod(axis.zoom)
  const last = axis.first + axis.days - 1
  // The first and last period can be cut off, which leaves no room for their names.
  const hasRoom = ({ first, days }: GanttPeriod) =>
    getPrintPosition(first + days, axis) - getPrintPosition(first, axis) > leastShare
  return [axis.upper, axis.lower].map((unit) => {
    if (unit === null) return null
    return (
      <div key={unit} className="relative h-5 overflow-clip text-xs">
        {periodsBetween(unit, axis.first, last, weekStartsOn).map((period) => (
          <span
            key={period.first}
            style={placeOf(period, axis)}
            className="absolute inset-y-0 truncate border-l border-line pl-0.75 text-left leading-5 tabular first-letter:uppercase"
          >
            {unit === 'day'
              ? dateFromDayNumber(period.first).getUTCDate()
              : hasRoom(period) && name(unit, period)}
          </span>
        ))}
      </div>
    )
  })
}

/** Minimum share of the axis that a period needs for its name. */
const leastShare = 0.03

interface PrintedRowProps {
  row: WorkItemRow
  index: number
  axis: PrintAxis
  zoom: GanttZoom
  today: number
  grid: readonly GanttPeriod[]
  lines: readonly PaperLine[]
}

function PrintedRow({ row, index, axis, zoom, today, grid, lines }: PrintedRowProps) {
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const words = useFormatDates()
  const span = getBlockSpan(row, zoom)
  const top = index * ganttRowHeight
  const across = (day: number) => `M${getPrintPosition(day, axis) * ganttPrintWidth} ${top}v${ganttRowHeight}`
  const isTodayOn = today >= axis.first && today < axis.first + axis.days
  return (
    <tr data-printed={row.id} className="h-8.5 border-b border-line">
      <td className="py-0.5 pr-2">
        <span className="flex items-center gap-1.5">
          {state && <StateIcon group={state.group} color={state.color} size={12} />}
          <span className="shrink-0 text-xs text-faint tabular">{formatItemKey(row)}</span>
          <span dir="auto" className="line-clamp-2 min-w-0 leading-4 [overflow-wrap:anywhere]">
            {row.name}
          </span>
        </span>
      </td>
      <td className="pr-2 text-xs text-soft tabular">{words(row)}</td>
      <td className="relative p-0">
        {/* Each row draws its part of the lines, so that a page break is possible between any two rows. */}
        <svg
          aria-hidden="true"
          viewBox={`0 ${top} ${ganttPrintWidth} ${ganttRowHeight}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-hidden"
        >
          <path
            d={grid.map(({ first }) => across(first)).join('')}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-line"
          />
          {isTodayOn && (
            <path
              d={across(today + 0.5)}
              vectorEffect="non-scaling-stroke"
              className="fill-none stroke-accent"
            />
          )}
          {lines
            .filter(({ from, to }) => from <= index && index <= to)
            .map(({ id, path, isViolated }) => (
              <path
                key={id}
                d={path}
                vectorEffect="non-scaling-stroke"
                className={cx('fill-none', isViolated ? 'stroke-danger' : 'stroke-icon-faint')}
              />
            ))}
        </svg>
        {span !== null && (
          <span
            data-bar
            style={{
              ...placeOf({ first: span.first, days: span.last - span.first + 1 }, axis),
              backgroundColor: colorWithOpacity(state?.color, 30),
              borderColor: colorWithOpacity(state?.color, 70),
            }}
            className={cx(
              'absolute inset-y-2 min-w-0.75 rounded-xs border [print-color-adjust:exact]',
              span.open === 'end' && 'mask-[linear-gradient(to_right,black_30%,transparent)]',
              span.open === 'start' && 'mask-[linear-gradient(to_left,black_30%,transparent)]',
            )}
          />
        )}
      </td>
    </tr>
  )
}

interface PaperLine extends Pick<RelationLine, 'id' | 'isViolated'> {
  path: string
  /** `from` and `to` are the indexes of the first and the last row that the line of a relation crosses. */
  from: number
  to: number
}

/** Lines for relations that constrain dates, scaled to the width of the paper. */
function usePaperLines(rows: readonly WorkItemRow[], axis: PrintAxis, zoom: GanttZoom): PaperLine[] {
  const relations = useAtomValue(allRelationsAtom)
  const indexes = new Map(rows.map((row, index) => [row.id, { index, dates: row }]))
  const perPixel = ganttPrintWidth / axis.days / ganttScales[zoom].dayWidth
  return relations.filter(isDateConstrainingRelation).flatMap((relation) => {
    const line = createRelationLine(relation, (id) => indexes.get(id) ?? null, { zoom, origin: axis.first })
    if (line === null) return []
    const [from, to] = [line.from, line.to].map((end) => ({ ...end, x: end.x * perPixel }))
    if (from === undefined || to === undefined) return []
    const touched = line.items.map((id) => indexes.get(id)?.index ?? 0)
    return {
      id: line.id,
      isViolated: line.isViolated,
      path: createRoundedSvgPath(routeRelationLine(from, to, ganttRowHeight)) + arrowHeadPath(to),
      from: Math.min(...touched),
      to: Math.max(...touched),
    }
  })
}

function placeOf({ first, days }: GanttPeriod, axis: PrintAxis) {
  const left = getPrintPosition(first, axis)
  return { left: `${left * 100}%`, width: `${(getPrintPosition(first + days, axis) - left) * 100}%` }
}
