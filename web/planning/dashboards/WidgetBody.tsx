import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { Chart } from '#common/planning/analytics/schema.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Loaded } from '../../platform/shell/Loaded.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { chartData, pointColor } from '../analytics/chart-data.ts'
import { FigurePlot, FigureTable } from '../analytics/FigureChart.tsx'
import { useServerFigures } from '../figures/use-counted.ts'
import { WidgetItems } from './WidgetItems.tsx'
import { chartOf, filtersOf, widgetScope } from './widget-query.ts'

const anyItem = () => true

/** The content of a widget. Its data is loaded again whenever work items change. */
export function WidgetBody({ widget }: { widget: Widget }) {
  if (widget.kind === 'text') return <p className="whitespace-pre-wrap">{widget.text}</p>
  if (widget.kind === 'overdue' || widget.kind === 'recent_updates') return <WidgetItems widget={widget} />
  return <WidgetFigures widget={widget} />
}

function WidgetFigures({ widget }: { widget: Widget }) {
  const { t } = useTranslation()
  const today = useAtomValue(todayAtom)
  const sent = JSON.stringify({
    ...widgetScope(widget, today),
    type: chartOf(widget)?.type,
    x_axis: chartOf(widget)?.axis,
    y_axis: widget.y_axis,
    ...(chartOf(widget)?.split && { group_by: chartOf(widget)?.split }),
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
  const { value, status, retry } = useServerFigures(read, anyItem)
  return (
    <Loaded of={{ status: value === null ? status : 'ready', retry }} compact>
      {value && <Figures widget={widget} chart={value} words={t('analytics.count')} today={today} />}
    </Loaded>
  )
}

interface FiguresProps {
  widget: Widget
  chart: Chart
  /** The name of the series, if the chart has only one. */
  words: string
  today: string
}

function Figures({ widget, chart, words, today }: FiguresProps) {
  const { t } = useTranslation()
  const shown = chartOf(widget)
  if (shown === null) return null
  const title = widget.title || t(`dashboards.kinds.${widget.kind}`)
  const named =
    widget.kind === 'created_completed'
      ? {
          ...chart,
          schema: {
            created_issues: t('analytics.createdSeries'),
            completed_issues: t('analytics.completedSeries'),
          },
        }
      : chart
  const data = chartData(named, shown.axis, shown.split, words)
  if (widget.kind === 'number') {
    const total = Math.round(data.points.reduce((sum, { count }) => sum + count, 0) * 100) / 100
    return (
      <Link
        to={`/${currentSlug()}/workspace-views/all-issues?filters=${encodeURIComponent(JSON.stringify(filtersOf(widget, today)))}`}
        className="rounded-sm text-2xl font-strong tabular hover:text-accent-text"
      >
        {total}
      </Link>
    )
  }
  if (widget.kind === 'table')
    return <FigureTable caption={title} data={data} axisName={t(`analytics.axes.${shown.axis}`)} />
  return (
    <FigurePlot
      title={title}
      data={data}
      shape={shapeOf(widget)}
      colorOf={(key) => pointColor(shown.axis, key)}
    />
  )
}

function shapeOf({ kind }: Widget) {
  if (kind === 'pie') return 'pie'
  return kind === 'lines' || kind === 'trend' || kind === 'created_completed' ? 'lines' : 'bars'
}
