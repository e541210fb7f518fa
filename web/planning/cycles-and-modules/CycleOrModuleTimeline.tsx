import { useAtomValue } from 'jotai'
import { type CSSProperties, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { useIsPhone } from '../../platform/ui/use-media-query.ts'
import { completedShare, useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { AxisHeader } from '../../work/listing/layouts/gantt/AxisHeader.tsx'
import { GanttGrid } from '../../work/listing/layouts/gantt/GanttGrid.tsx'
import {
  type GanttZoom,
  ganttHeaderHeight,
  ganttNarrowSidebarWidth,
  ganttRowHeight,
  ganttSidebarWidth,
  ganttZooms,
  getBlockPixelPosition,
  getBlockSpan,
} from '../../work/listing/layouts/gantt/geometry.ts'
import { type TimeAxis, useTimeAxis } from '../../work/listing/layouts/gantt/use-time-axis.ts'
import { type CycleOrModuleRow, cycleOrModulePath } from './definition.ts'
import type { CycleOrModuleCardParts, CycleOrModuleLayoutProps } from './layouts.ts'
import type { CycleOrModuleCounts } from './use-counts.ts'

/**
 * The timeline layout: one bar for each cycle or module, which shows its progress. Cycles and modules without
 * dates have no bar.
 */
export function CycleOrModuleTimeline<Row extends CycleOrModuleRow>({
  label,
  rows,
  counts,
  parts,
}: CycleOrModuleLayoutProps<Row>) {
  const { t } = useTranslation()
  const viewport = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<GanttZoom>('month')
  const isPhone = useIsPhone()
  const side = isPhone ? ganttNarrowSidebarWidth : ganttSidebarWidth
  const axis = useTimeAxis(viewport, side, zoom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const height = Math.max(rows.length * ganttRowHeight, axis.height - ganttHeaderHeight)
  const controls = (
    <span className="flex flex-1 items-center justify-between gap-2">
      <SegmentedControl
        label={t('workItems.gantt.zoom')}
        value={zoom}
        onChange={setZoom}
        options={ganttZooms.map((value) => ({ value, label: t(`workItems.gantt.zooms.${value}`) }))}
      />
      <Button size="sm" onClick={() => axis.show(axis.today)}>
        {t('ui.date.today')}
      </Button>
    </span>
  )
  return (
    <section aria-label={t('planning.layouts.gantt')} className="flex min-h-0 flex-1 flex-col">
      {isPhone && (
        <div className="flex min-h-12 shrink-0 items-center border-b border-line px-3 py-1">{controls}</div>
      )}
      <div
        ref={viewport}
        className="scroll-quiet relative min-h-0 flex-1 overflow-auto overscroll-contain"
        style={{ scrollPaddingTop: ganttHeaderHeight, scrollPaddingLeft: side }}
      >
        <div style={{ width: side + axis.width }}>
          <AxisHeader axis={axis} side={side} weekStartsOn={weekStartsOn}>
            {isPhone ? label : controls}
          </AxisHeader>
          <div className="relative flex" style={{ height }}>
            <ul
              aria-label={label}
              style={{ width: side }}
              className="sticky left-0 z-1 shrink-0 border-r border-line bg-sheet"
            >
              {rows.map((row) => (
                <li key={row.id} style={{ height: ganttRowHeight }} className="relative hover:bg-hover">
                  <Link
                    to={cycleOrModulePath(parts.table, row)}
                    className="flex h-full items-center gap-2.5 border-b border-line px-gutter outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus max-sm:px-3"
                  >
                    {parts.icon(row)}
                    <span dir="auto" className="truncate font-medium">
                      {row.name}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <div className="relative overflow-clip" style={{ width: axis.width }}>
              <GanttGrid axis={axis} weekStartsOn={weekStartsOn} />
              {rows.map((row, at) => (
                <Bar key={row.id} row={row} at={at} axis={axis} counts={counts.get(row.id)} parts={parts} />
              ))}
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}

interface BarProps<Row extends CycleOrModuleRow> {
  row: Row
  at: number
  axis: TimeAxis
  counts: CycleOrModuleCounts | undefined
  parts: CycleOrModuleCardParts<Row>
}

/** The vertical distance in pixels between a bar and the edges of its row. */
const gap = 8

function Bar<Row extends CycleOrModuleRow>({ row, at, axis, counts, parts }: BarProps<Row>) {
  const { measure } = useMeasure(row.project_id, parts.frozen(row))
  const span = getBlockSpan(parts.days(row), axis.zoom)
  if (span === null) return null
  const done = counts === undefined ? 0 : completedShare(counts, measure)
  const style: CSSProperties = {
    ...getBlockPixelPosition(span, axis.range.first, axis.zoom),
    top: at * ganttRowHeight + gap,
    height: ganttRowHeight - 2 * gap,
  }
  return (
    <Link
      to={cycleOrModulePath(parts.table, row)}
      // Tab skips this link, because the sidebar of the timeline contains the same link.
      tabIndex={-1}
      aria-hidden
      title={`${row.name} · ${parts.daysText(row)}`}
      style={style}
      className={cx(
        'absolute flex items-center overflow-clip rounded-md border border-line-strong bg-sheet px-2 text-sm text-text hover:bg-hover',
        span.open === 'end' && 'rounded-r-none border-r-0',
        span.open === 'start' && 'rounded-l-none border-l-0',
      )}
    >
      <span
        className="absolute inset-y-0 left-0 bg-accent-soft"
        style={{ width: `${Math.round(done * 100)}%` }}
      />
      <span dir="auto" className="relative truncate">
        {row.name}
      </span>
    </Link>
  )
}
