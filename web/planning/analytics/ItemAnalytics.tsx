import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { chartAxisNames, chartMeasures, isTimeAxis } from '#common/planning/analytics/axes.ts'
import { type Granularity, granularities } from '#common/planning/analytics/periods.ts'
import type { Chart, ChartQuery, ProjectCounts, WorkItemTotals } from '#common/planning/analytics/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'
import { type AnalyticsScope, toAnalyticsQuery } from './AnalyticsScopeBar.tsx'
import { chartData, colorOfAxisValue } from './chart-data.ts'
import { chartToSaveAtom } from './chart-to-save.ts'
import { chartPointItemsPath } from './path-of-point.ts'
import { StatsChart } from './StatsChart.tsx'
import { StatsTiles } from './StatsTiles.tsx'
import { saveCsv } from './save-csv.ts'
import { useCustomChartSettings } from './use-custom-chart-settings.ts'

const anyItem = () => true

/**
 * Shows statistics of work items: totals, created and completed items, a chart by priority, a custom chart,
 * and a table.
 */
export function ItemAnalytics({ scope }: { scope: AnalyticsScope }) {
  return (
    <>
      <Totals scope={scope} />
      <CreatedAndCompleted scope={scope} />
      <ByPriority scope={scope} />
      <CustomChart scope={scope} />
      <ProjectTable scope={scope} />
    </>
  )
}

const totals = [
  'total_work_items',
  'backlog_work_items',
  'un_started_work_items',
  'started_work_items',
  'completed_work_items',
] as const

function Totals({ scope }: { scope: AnalyticsScope }) {
  const { t } = useTranslation()
  const read = useCallback(async (): Promise<WorkItemTotals> => {
    const query = { ...toAnalyticsQuery(scope), tab: 'work-items' } as const
    return (await request('getWorkspaceTotals', { params: { slug: currentSlug() }, query })) as WorkItemTotals
  }, [scope])
  const { value } = useAutoReloadedValue(read, anyItem)
  return (
    <StatsTiles
      label={t('analytics.totals')}
      tiles={totals.map((name) => ({ name: t(`analytics.${name}`), value: value?.[name].count ?? null }))}
    />
  )
}

/** Loads a chart of work items, and reloads it when work items change. */
function useChart(scope: AnalyticsScope, sent: Partial<ChartQuery>) {
  const { type = 'custom-work-items', x_axis, group_by, y_axis, granularity } = sent
  const read = useCallback(async () => {
    const query = {
      ...toAnalyticsQuery(scope),
      type,
      ...(x_axis && { x_axis }),
      ...(group_by && { group_by }),
      ...(y_axis && { y_axis }),
      ...(granularity && { granularity }),
    }
    const chart = (await request('getWorkspaceChart', { params: { slug: currentSlug() }, query })) as Chart
    // The previous chart stays visible until the next one has loaded. Each chart is therefore returned together
    // with the settings with which it was loaded.
    return {
      chart,
      axis: x_axis ?? 'PRIORITY',
      split: group_by ?? null,
      measure: y_axis ?? 'WORK_ITEM_COUNT',
      granularity: granularity ?? 'month',
    }
  }, [scope, type, x_axis, group_by, y_axis, granularity])
  return useAutoReloadedValue(read, anyItem)
}

function CreatedAndCompleted({ scope }: { scope: AnalyticsScope }) {
  const { t } = useTranslation()
  const { value, status, retry } = useChart(scope, { type: 'work-items' })
  return (
    <LoadedContent of={{ status: value === null ? status : 'ready', retry }}>
      {value && (
        <StatsChart
          title={t('analytics.createdCompleted')}
          axisName={t('analytics.period')}
          shape="lines"
          data={chartData(
            {
              ...value.chart,
              schema: {
                created_issues: t('analytics.createdSeries'),
                completed_issues: t('analytics.completedSeries'),
              },
            },
            'CREATED_AT',
            null,
            t('analytics.count'),
          )}
        />
      )}
    </LoadedContent>
  )
}

function ByPriority({ scope }: { scope: AnalyticsScope }) {
  const { t } = useTranslation()
  const { value, status, retry } = useChart(scope, { x_axis: 'PRIORITY' })
  return (
    <LoadedContent of={{ status: value === null ? status : 'ready', retry }}>
      {value && (
        <StatsChart
          title={t('analytics.byPriority')}
          axisName={t('analytics.axes.PRIORITY')}
          shape="bars"
          data={chartData(value.chart, 'PRIORITY', null, t('analytics.count'))}
          colorOf={(key) => colorOfAxisValue('PRIORITY', key)}
          pathOf={(key) =>
            chartPointItemsPath({ axis: 'PRIORITY', split: null, granularity: 'month' }, scope, key)
          }
        />
      )}
    </LoadedContent>
  )
}

const noSplit = 'none'
const automatic = 'automatic'

/** A chart for which the user chooses both axes and the measure. */
function CustomChart({ scope }: { scope: AnalyticsScope }) {
  const { t } = useTranslation()
  const [settings, change] = useCustomChartSettings()
  const { axis, split, measure } = settings
  const save = useSetAtom(chartToSaveAtom)
  const granularity: Granularity = settings.granularity ?? (scope.date_filter === null ? 'month' : 'day')
  const { value, status, retry } = useChart(scope, {
    x_axis: axis,
    y_axis: measure,
    granularity,
    ...(split !== null && { group_by: split }),
  })
  const axisOptions = chartAxisNames.map((name) => ({ value: name, label: t(`analytics.axes.${name}`) }))
  return (
    <LoadedContent of={{ status: value === null ? status : 'ready', retry }}>
      {value && (
        <StatsChart
          title={t('analytics.custom')}
          axisName={t(`analytics.axes.${value.axis}`)}
          shape={isTimeAxis(value.axis) && value.split === null ? 'lines' : 'bars'}
          data={chartData(
            value.chart,
            value.axis,
            value.split,
            t(`analytics.measures.${value.measure}`),
            value.granularity,
          )}
          colorOf={(key) => colorOfAxisValue(value.axis, key)}
          pathOf={(...point) => chartPointItemsPath(value, scope, ...point)}
          actions={
            <Button
              size="sm"
              variant="ghost"
              onClick={() =>
                save({
                  ...{ scope, x_axis: axis, group_by: split, y_axis: measure },
                  granularity: settings.granularity,
                })
              }
            >
              {t('analytics.addToDashboard')}
            </Button>
          }
          settings={
            <>
              <Field label={t('analytics.measure')}>
                <Select
                  size="sm"
                  value={measure}
                  onChange={(next) => change({ measure: next })}
                  options={chartMeasures.map((one) => ({
                    value: one,
                    label: t(`analytics.measures.${one}`),
                  }))}
                />
              </Field>
              <Field label={t('analytics.xAxis')}>
                <Select
                  size="sm"
                  value={axis}
                  onChange={(next) => change({ axis: next, ...(next === split && { split: null }) })}
                  options={axisOptions}
                />
              </Field>
              <Field label={t('analytics.split')}>
                <Select
                  size="sm"
                  value={split ?? noSplit}
                  onChange={(next) => change({ split: chartAxisNames.find((one) => one === next) ?? null })}
                  options={[
                    { value: noSplit, label: t('analytics.noSplit') },
                    ...axisOptions.filter(({ value: one }) => one !== axis),
                  ]}
                />
              </Field>
              {isTimeAxis(axis) && (
                <Field label={t('dashboards.granularity')}>
                  <Select
                    size="sm"
                    value={settings.granularity ?? automatic}
                    onChange={(next) =>
                      change({ granularity: granularities.find((one) => one === next) ?? null })
                    }
                    options={([automatic, ...granularities] as const).map((one) => ({
                      value: one,
                      label: t(`dashboards.granularities.${one}`),
                    }))}
                  />
                </Field>
              )}
            </>
          }
        />
      )}
      {value && status === 'error' && <LoadError compact onRetry={retry} />}
    </LoadedContent>
  )
}

const columns = [
  'backlog_work_items',
  'un_started_work_items',
  'started_work_items',
  'completed_work_items',
  'cancelled_work_items',
] as const

/** A table of the work items of each project by state group. Users can download it as CSV. */
function ProjectTable({ scope }: { scope: AnalyticsScope }) {
  const { t } = useTranslation()
  const read = useCallback(
    (): Promise<ProjectCounts[]> =>
      request('listWorkspaceStats', { params: { slug: currentSlug() }, query: toAnalyticsQuery(scope) }),
    [scope],
  )
  const { value, status, retry } = useAutoReloadedValue(read, anyItem)
  const heads = [t('analytics.project'), ...columns.map((name) => t(`analytics.${name}`))]
  const save = () =>
    saveCsv('analytics.csv', [
      heads,
      ...(value ?? []).map((row) => [row.project__name, ...columns.map((name) => row[name])]),
    ])
  return (
    <section aria-label={t('analytics.byProject')} className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center border-b border-line pb-1.5">
        <h2 className="me-auto font-strong">{t('analytics.byProject')}</h2>
        <Button size="sm" variant="ghost" disabled={!value?.length} onClick={save}>
          {t('analytics.exportCsv')}
        </Button>
      </div>
      <LoadedContent of={{ status: value === null ? status : 'ready', retry }}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard */}
        <div className="scroll-quiet overflow-x-auto" tabIndex={0}>
          <table className="w-full border-collapse text-ui-start">
            <thead className="text-sm text-soft">
              <tr className="border-b border-line">
                {heads.map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={`py-1.5 pe-4 font-medium ${index > 0 ? 'text-ui-end' : ''}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {value?.map((row) => (
                <tr key={row.project_id} className="border-b border-line last:border-0">
                  <th scope="row" className="py-1.5 pe-4 font-normal">
                    {row.project__name}
                  </th>
                  {columns.map((name) => (
                    <td key={name} className="py-1.5 pe-4 text-ui-end tabular">
                      {row[name]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </LoadedContent>
    </section>
  )
}
