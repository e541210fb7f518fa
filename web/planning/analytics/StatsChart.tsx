import { MoreHorizontal } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { ChartExportItems } from './ChartExportItems.tsx'
import { type ChartData, pieSlices, undividedSeriesKey } from './chart-data.ts'

export type ChartShape = 'bars' | 'lines'

interface StatsChartProps {
  title: string
  data: ChartData
  shape: ChartShape
  /** The name of the axis, such as "Priority". */
  axisName: string
  /** Returns the color of a point, or null for the default color. */
  colorOf?: (key: string) => string | null
  /** Buttons beside the heading. */
  actions?: ReactNode
  /** Fields with the settings of the chart, below the heading. */
  settings?: ReactNode
  pathOf?: PathOfPoint
}

/**
 * Returns the path of the list with the work items that a point counts. If `series` is given, the list contains only
 * the items of this series.
 */
export type PathOfPoint = (key: string, series?: string) => string

/**
 * A chart with a heading. A switch shows the numbers as a table, which is accessible with keyboards and
 * screen readers.
 */
export function StatsChart({
  title,
  data,
  shape,
  axisName,
  colorOf,
  actions,
  settings,
  pathOf,
}: StatsChartProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open: OpenPoint | undefined = pathOf && ((...point) => void navigate(pathOf(...point)))
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const plot = useRef<HTMLDivElement>(null)
  const isEmpty = data.points.every(({ count }) => count === 0)
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 border-b border-line pb-1.5">
        <h2 className="me-auto font-strong">{title}</h2>
        {actions}
        <SegmentedControl
          label={t('analytics.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: t('analytics.chart') },
            { value: 'table', label: t('analytics.table') },
          ]}
        />
        {!isEmpty && (
          <Menu
            align="end"
            trigger={
              <IconButton
                size="sm"
                label={t('dashboards.actionsFor', { name: title })}
                icon={<MoreHorizontal />}
              />
            }
          >
            <ChartExportItems
              title={title}
              axisName={axisName}
              getData={() => data}
              getPlot={view === 'chart' ? () => plot.current : undefined}
              legendOf={({ series }) => (series.length > 1 ? series : [])}
            />
          </Menu>
        )}
      </div>
      {settings && <div className="grid gap-3 sm:grid-flow-col sm:auto-cols-fr">{settings}</div>}
      {isEmpty ? (
        <p className="py-6 text-center text-faint">{t('analytics.empty')}</p>
      ) : view === 'table' ? (
        <StatsChartTable caption={title} data={data} axisName={axisName} {...(pathOf && { pathOf })} />
      ) : (
        <div ref={plot} className="h-72">
          <StatsChartPlot
            label={t('analytics.chartLabel', { title })}
            data={data}
            shape={shape}
            colorOf={colorOf}
            open={open}
          />
        </div>
      )}
    </section>
  )
}

interface StatsChartPlotProps {
  /** The accessible name of the drawing. */
  label: string
  data: ChartData
  shape: ChartShape | 'pie' | 'areas'
  colorOf?: ((key: string) => string | null) | undefined
  /**
   * Opens the list with the work items that a point counts. If a series is given, the list contains only the items
   * of this series.
   */
  open?: OpenPoint | undefined
}

type OpenPoint = (...point: Parameters<PathOfPoint>) => void

/** The drawing of a chart, as large as its container. */
export function StatsChartPlot({ label, data, shape, colorOf, open }: StatsChartPlotProps) {
  return (
    <div role="img" aria-label={label} className="size-full text-xs">
      <ResponsiveContainer width="100%" height="100%">
        {drawing(shape, data, colorOf, open)}
      </ResponsiveContainer>
    </div>
  )
}

function drawing(
  shape: StatsChartPlotProps['shape'],
  data: ChartData,
  colorOf: StatsChartPlotProps['colorOf'],
  open: StatsChartPlotProps['open'],
) {
  if (shape === 'lines') return lines(data)
  if (shape === 'areas') return areas(data)
  return shape === 'pie' ? pie(data, colorOf, open) : bars(data, colorOf, open)
}

const tick = { fill: 'var(--text-soft)', fontSize: 11 }
const tooltip = {
  contentStyle: {
    background: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    color: 'var(--text)',
    fontSize: 'var(--text-sm)',
  },
  itemStyle: { color: 'var(--text)' },
  cursor: { fill: 'var(--hover)' },
  // This function preserves the order of the series. By default, Recharts sorts the entries by name.
  itemSorter: () => 0,
} as const
const legend = { wrapperStyle: { fontSize: 'var(--text-sm)' }, itemSorter: null } as const

function frame(series: ChartData['series']) {
  return [
    <CartesianGrid key="grid" vertical={false} stroke="var(--line)" />,
    <XAxis
      key="x"
      dataKey="name"
      tick={tick}
      tickLine={false}
      axisLine={{ stroke: 'var(--line-strong)' }}
      minTickGap={12}
    />,
    <YAxis key="y" tick={tick} tickLine={false} axisLine={false} width={36} allowDecimals={false} />,
    <Tooltip key="tooltip" {...tooltip} />,
    ...(series.length > 1 ? [<Legend key="legend" {...legend} />] : []),
  ]
}

const margin = { top: 8, right: 8, bottom: 0, left: 0 }

function bars(
  { points, series }: ChartData,
  colorOf: StatsChartProps['colorOf'],
  open: OpenPoint | undefined,
) {
  const isSingle = series.length === 1
  return (
    <BarChart data={points} margin={margin} maxBarSize={44} accessibilityLayer={false}>
      {frame(series)}
      {series.map(({ key, name, color }) => (
        <Bar
          key={key}
          dataKey={(point: ChartData['points'][number]) => point.values[key] ?? 0}
          name={name}
          fill={color}
          isAnimationActive={false}
          {...(open && {
            cursor: 'pointer',
            onClick: (_: unknown, index: number) =>
              open(points[index]?.key ?? '', key === undividedSeriesKey ? undefined : key),
          })}
          {...(isSingle ? { radius: [3, 3, 0, 0] as [number, number, number, number] } : { stackId: 'all' })}
        >
          {isSingle && points.map((point) => <Cell key={point.key} fill={colorOf?.(point.key) ?? color} />)}
        </Bar>
      ))}
    </BarChart>
  )
}

function pie({ points }: ChartData, colorOf: StatsChartProps['colorOf'], open: StatsChartPlotProps['open']) {
  const shown = pieSlices(points, colorOf)
  return (
    <PieChart accessibilityLayer={false}>
      <Tooltip {...tooltip} />
      <Legend {...legend} />
      <Pie
        data={shown}
        dataKey="count"
        nameKey="name"
        innerRadius="55%"
        isAnimationActive={false}
        {...(open && {
          cursor: 'pointer',
          onClick: (_: unknown, index: number) => open(shown[index]?.key ?? ''),
        })}
      >
        {shown.map(({ key, color }) => (
          <Cell key={key} fill={color} />
        ))}
      </Pie>
    </PieChart>
  )
}

/** The series that are drawn as dashed lines, because they only serve as a comparison for another series. */
const secondary = new Set(['slow', 'ideal'])

function lines({ points, series }: ChartData) {
  return (
    <LineChart data={points} margin={margin} accessibilityLayer={false}>
      {frame(series)}
      {series.map(({ key, name, color }) => (
        <Line
          key={key}
          dataKey={(point: ChartData['points'][number]) => point.values[key]}
          name={name}
          stroke={color}
          strokeWidth={1.75}
          {...(secondary.has(key) && { strokeDasharray: '5 4' })}
          // A value with gaps on both sides is not part of any line, so dots make it visible.
          dot={points.some(({ values }) => values[key] === undefined) && { r: 2.5, fill: color }}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  )
}

function areas({ points, series }: ChartData) {
  return (
    <AreaChart data={points} margin={margin} accessibilityLayer={false}>
      {frame(series)}
      {series.map(({ key, name, color }) => (
        <Area
          key={key}
          dataKey={(point: ChartData['points'][number]) => point.values[key] ?? 0}
          name={name}
          stackId="all"
          stroke={color}
          fill={color}
          fillOpacity={0.7}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  )
}

interface StatsChartTableProps {
  caption: string
  data: ChartData
  axisName: string
  pathOf?: PathOfPoint
}

/** The numbers of a chart as a table. A wide table scrolls horizontally. The height of the table is not limited. */
export function StatsChartTable(props: StatsChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
    <div className="scroll-quiet overflow-x-auto" tabIndex={0}>
      <StatsChartTableContent {...props} />
    </div>
  )
}

/** The numbers of a chart as a table with one row for each point. */
export function StatsChartTableContent({
  caption,
  data: { points, series },
  axisName,
  pathOf,
}: StatsChartTableProps) {
  const { t } = useTranslation()
  const hasSum = series.length > 1
  return (
    <table className="w-full border-collapse text-ui-start">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-soft">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 pe-4 font-medium">
            {axisName}
          </th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col" className="py-1.5 pe-4 text-ui-end font-medium">
              {name}
            </th>
          ))}
          {hasSum && (
            <th scope="col" className="py-1.5 text-ui-end font-medium">
              {t('analytics.total')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.key} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 pe-4 font-normal">
              {pathOf ? (
                <Link to={pathOf(point.key)} className="rounded-sm hover:text-accent-text">
                  {point.name}
                </Link>
              ) : (
                point.name
              )}
            </th>
            {series.map(({ key }) => (
              <td key={key} className="py-1.5 pe-4 text-ui-end tabular">
                {point.values[key] ?? '–'}
              </td>
            ))}
            {hasSum && <td className="py-1.5 text-ui-end tabular">{point.count}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
