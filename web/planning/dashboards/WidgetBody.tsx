import { useAtomValue } from 'jotai'
import { type RefObject, useCallback, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { isTimeAxis } from '#common/planning/analytics/axes.ts'
import type { Chart } from '#common/planning/analytics/schema.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { longPause } from '../../platform/shell/reload-schedule.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { type ChartData, chartData, colorOfAxisValue } from '../analytics/chart-data.ts'
import { StatsChartPlot, StatsChartTable, StatsChartTableContent } from '../analytics/StatsChart.tsx'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'
import { WidgetItems } from './WidgetItems.tsx'
import {
  chartQueryOfWidget,
  usedSettingsOfWidget,
  widgetItemsPath,
  widgetPointPath,
  widgetScopeParams,
} from './widget-query.ts'

const anyItem = () => true
const text = loadable(() => import('./WidgetText.tsx').then(({ WidgetText }) => WidgetText))

interface WidgetBodyProps {
  widget: Widget
  /** A ref that receives the data of the widget, for export. Its value is null while the widget has no data. */
  figures: RefObject<ChartData | null>
}

/** The content of a widget. Its data is loaded again whenever work items change. */
export function WidgetBody({ widget, figures }: WidgetBodyProps) {
  if (widget.kind === 'text') {
    const plain = <p className="whitespace-pre-wrap wrap-anywhere">{widget.text}</p>
    return <LazyComponent part={text} props={{ text: widget.text }} fallback={plain} failure={() => plain} />
  }
  if (widget.kind === 'overdue' || widget.kind === 'recent_updates') return <WidgetItems widget={widget} />
  return <WidgetFigures widget={widget} figures={figures} />
}

function WidgetFigures({ widget, figures }: WidgetBodyProps) {
  const { t } = useTranslation()
  const today = useAtomValue(todayAtom)
  const sent = JSON.stringify({
    ...widgetScopeParams(widget, today),
    type: chartQueryOfWidget(widget)?.type,
    x_axis: chartQueryOfWidget(widget)?.axis,
    y_axis: widget.y_axis,
    ...(chartQueryOfWidget(widget)?.split && { group_by: chartQueryOfWidget(widget)?.split }),
    ...(widget.granularity !== null && { granularity: widget.granularity }),
  })
  const read = useCallback(
    async (): Promise<Chart> =>
      (await request('getWorkspaceChart', {
        params: { slug: currentSlug() },
        query: JSON.parse(sent),
      })) as Chart,
    [sent],
  )
  const { value, status, retry } = useAutoReloadedValue(read, anyItem, longPause)
  return (
    <LoadedContent of={{ status: value === null ? status : 'ready', retry }} compact>
      {value && (
        <Figures
          widget={widget}
          chart={value}
          words={t(`analytics.measures.${widget.y_axis}`)}
          today={today}
          figures={figures}
        />
      )}
    </LoadedContent>
  )
}

interface FiguresProps extends WidgetBodyProps {
  chart: Chart
  /** The name of the series, if the chart has only one. */
  words: string
  today: string
}

function Figures({ widget, chart, words, today, figures }: FiguresProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const shown = chartQueryOfWidget(widget)
  const data =
    shown && chartData({ ...chart, schema: seriesNames(widget, chart) }, shown.axis, shown.split, words)
  useEffect(() => {
    figures.current = data
    return () => {
      figures.current = null
    }
  })
  if (shown === null || data === null) return null
  const title = widgetTitle(widget)
  const pathOf = widgetPointPath(widget, today)
  if (widget.kind === 'number') {
    const total = Math.round(data.points.reduce((sum, { count }) => sum + count, 0) * 100) / 100
    return (
      <Link
        to={widgetItemsPath(widget, today)}
        className="rounded-sm text-2xl font-strong tabular hover:text-accent-text"
      >
        {total}
      </Link>
    )
  }
  const table = {
    caption: title,
    data,
    axisName: t(isTimeAxis(shown.axis) ? 'analytics.period' : `analytics.axes.${shown.axis}`),
    ...(pathOf && { pathOf }),
  }
  if (widget.kind === 'table') return <StatsChartTable {...table} />
  return (
    <div className="relative size-full">
      <StatsChartPlot
        label={title}
        data={data}
        shape={shapeOf(widget)}
        colorOf={(key) => colorOfAxisValue(shown.axis, key)}
        open={pathOf === null ? undefined : (...point) => void navigate(pathOf(...point))}
      />
      {/* Screen readers cannot read the drawing. The table covers the drawing while a link in it has the focus. */}
      <div
        data-figures
        className="sr-only focus-within:not-sr-only focus-within:absolute! focus-within:inset-0 focus-within:overflow-auto! focus-within:bg-raised"
      >
        <StatsChartTableContent {...table} />
      </div>
    </div>
  )
}

/**
 * Returns the title of a widget. If the user has set no title, it is derived from the measure and the axis of
 * the chart, or from the kind of a widget without an axis.
 */
export function widgetTitle(widget: Widget): string {
  const { title, kind, x_axis, y_axis } = widget
  if (title !== '') return title
  if (usedSettingsOfWidget(widget).axis)
    return t('analytics.byAxis', {
      measure: t(`analytics.measures.${y_axis}`),
      axis: t(`analytics.axes.${x_axis}`),
    })
  return t(`dashboards.kinds.${kind}`)
}

/** Returns the names of the series in the user's language. The server sends English names. */
function seriesNames({ kind }: Widget, { schema }: Chart): Chart['schema'] {
  if (kind === 'created_completed')
    return {
      created_issues: t('analytics.createdSeries'),
      completed_issues: t('analytics.completedSeries'),
    }
  if (kind === 'burndown') return { remaining: t('analytics.remaining'), ideal: t('analytics.ideal') }
  if (kind === 'cycle_time') return { median: t('analytics.medianDays'), slow: t('analytics.slowDays') }
  return schema
}

function shapeOf({ kind }: Widget) {
  if (kind === 'pie') return 'pie'
  if (kind === 'cumulative_flow') return 'areas'
  return isLine[kind] ? 'lines' : 'bars'
}

const isLine: Partial<Record<Widget['kind'], true>> = {
  lines: true,
  trend: true,
  created_completed: true,
  burndown: true,
  cycle_time: true,
}
