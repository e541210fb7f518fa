import { useCallback } from 'react'
import { Link } from 'react-router'
import type { AnalyticsOverview, ProjectCounts } from '#common/planning/analytics/schema.ts'
import { doneShare } from '#common/work/work-items/progress.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'
import { type AnalyticsScope, toAnalyticsQuery } from './AnalyticsScopeBar.tsx'
import { paletteColor } from './chart-data.ts'
import { StatsChart } from './StatsChart.tsx'
import { StatsTiles } from './StatsTiles.tsx'

const anyItem = () => true

const totals = [
  'total_users',
  'total_admins',
  'total_members',
  'total_guests',
  'total_projects',
  'total_work_items',
  'total_cycles',
  'total_intake',
] as const

interface Answers {
  totals: AnalyticsOverview
  entities: { key: string; count: number }[]
  projects: ProjectCounts[]
}

/** Shows the numbers of items, cycles, members and other entities, and the progress of each project. */
export function EntityOverview({ scope }: { scope: AnalyticsScope }) {
  const { t } = useTranslation()
  const read = useCallback(async (): Promise<Answers> => {
    const params = { slug: currentSlug() }
    const query = toAnalyticsQuery(scope)
    const [answered, entities, projects] = await Promise.all([
      request('getWorkspaceTotals', { params, query: { ...query, tab: 'overview' } }),
      request('getWorkspaceChart', { params, query: { ...query, type: 'projects' } }),
      request('listWorkspaceStats', { params, query }),
    ])
    // The compiler cannot derive the types of these responses: the type of the totals depends on the parameter
    // `tab`, and the type of the chart depends on the parameter `type`.
    return { totals: answered as AnalyticsOverview, entities: entities as Answers['entities'], projects }
  }, [scope])
  const { value, status, retry } = useAutoReloadedValue(read, anyItem)
  return (
    <>
      <StatsTiles
        label={t('analytics.totals')}
        tiles={totals.map((name) => ({
          name: t(`analytics.${name}`),
          value: value?.totals[name].count ?? null,
        }))}
      />
      <LoadedContent of={{ status: value === null ? status : 'ready', retry }}>
        {value && (
          <>
            <StatsChart
              title={t('analytics.entities')}
              axisName={t('analytics.entity')}
              shape="bars"
              data={{
                points: value.entities.map(({ key, count }) => ({
                  ...{ key, count, values: { count } },
                  name: t(`analytics.entityNames.${key as EntityKey}`),
                })),
                series: [{ key: 'count', name: t('analytics.count'), color: paletteColor(0) }],
              }}
            />
            <ProjectProgress rows={value.projects} />
          </>
        )}
      </LoadedContent>
    </>
  )
}

type EntityKey = 'work_items' | 'cycles' | 'modules' | 'intake' | 'members' | 'pages' | 'views'

/** Shows the number of completed work items of each project. */
function ProjectProgress({ rows }: { rows: readonly ProjectCounts[] }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('analytics.projectProgress')} className="flex flex-col gap-1">
      <h2 className="border-b border-line pb-1.5 font-strong">{t('analytics.projectProgress')}</h2>
      {rows.length === 0 && <p className="py-3 text-faint">{t('analytics.noProjects')}</p>}
      <ul className="flex flex-col">
        {rows.map((row) => {
          const open = row.backlog_work_items + row.un_started_work_items + row.started_work_items
          const progress = { done: row.completed_work_items, total: open + row.completed_work_items }
          return (
            <li key={row.project_id} className="flex min-h-row items-center gap-3">
              <Link
                to={`/${currentSlug()}/projects/${row.project_id}/issues`}
                className="w-40 shrink-0 truncate rounded-sm hover:text-accent-text"
              >
                {row.project__name}
              </Link>
              <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-state-completed"
                  style={{ width: `${100 * doneShare(progress)}%` }}
                />
              </span>
              <span className="w-36 shrink-0 text-ui-end text-soft tabular">
                {t('analytics.completedOf', { ...progress })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
