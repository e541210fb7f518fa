import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type DateFilter, dateFilters } from '#common/planning/analytics/periods.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { Select } from '../../platform/ui/Select.tsx'
import { parseFiltersFromUrl } from '../../work/listing/filters.ts'
import { hasNoFilters, type RichFilters } from '../../work/listing/rich-filters.ts'

/** The work items for which a screen shows statistics: their project, their period and their filters. */
export interface AnalyticsScope {
  /** The project, or null for all projects that the user has joined. */
  project_id: string | null
  date_filter: Exclude<DateFilter, 'custom'> | null
  /** The filters of the counted work items. The overview of the workspace ignores them. */
  filters: RichFilters
}

/** Returns the query parameters of the analytics calls for a scope. */
export function toAnalyticsQuery({ project_id, date_filter, filters }: AnalyticsScope) {
  return {
    ...(project_id !== null && { project_ids: project_id }),
    ...(date_filter !== null && { date_filter }),
    ...(!hasNoFilters(filters) && { filters: JSON.stringify(filters) }),
  }
}

/** Reads the scope from the URL, so that a shared link shows the statistics of the same scope. */
export function useAnalyticsScope(): [AnalyticsScope, (scope: AnalyticsScope) => void] {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  const scope = useMemo((): AnalyticsScope => {
    const sent = new URLSearchParams(text)
    return {
      project_id: sent.get('project'),
      date_filter: offered.find((one) => one === sent.get('period')) ?? null,
      filters: parseFiltersFromUrl(sent.get('filters') ?? '{}'),
    }
  }, [text])
  const change = (next: AnalyticsScope) =>
    setSearch(
      (now) => {
        // Only the parameters of the scope are replaced, because the URL also contains the settings of the
        // custom chart.
        for (const name of ['project', 'period', 'filters']) now.delete(name)
        for (const [name, value] of toAnalyticsSearchParams(next)) now.set(name, value)
        return now
      },
      { replace: true },
    )
  return [scope, change]
}

/** Returns the parameters of the URL for a scope. */
export function toAnalyticsSearchParams({
  project_id,
  date_filter,
  filters,
}: AnalyticsScope): URLSearchParams {
  return new URLSearchParams({
    ...(project_id !== null && { project: project_id }),
    ...(date_filter !== null && { period: date_filter }),
    ...(!hasNoFilters(filters) && { filters: JSON.stringify(filters) }),
  })
}

const offered = dateFilters.filter((one) => one !== 'custom')

interface AnalyticsScopeBarProps {
  scope: AnalyticsScope
  onChange: (scope: AnalyticsScope) => void
}

const everything = 'all'

/** Controls to choose the project and the period of the statistics. */
export function AnalyticsScopeBar({ scope, onChange }: AnalyticsScopeBarProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  return (
    <div className="grid grid-cols-2 gap-2 max-sm:w-full">
      <Select
        size="sm"
        label={t('analytics.project')}
        className="sm:w-48"
        value={scope.project_id ?? everything}
        onChange={(value) => onChange({ ...scope, project_id: value === everything ? null : value })}
        options={[
          { value: everything, label: t('analytics.allProjects') },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        size="sm"
        label={t('analytics.created')}
        className="sm:w-48"
        value={scope.date_filter ?? everything}
        onChange={(value) =>
          onChange({ ...scope, date_filter: offered.find((one) => one === value) ?? null })
        }
        options={[
          { value: everything, label: t('analytics.allTime') },
          ...offered.map((value) => ({ value, label: t(`analytics.periods.${value}`) })),
        ]}
      />
    </div>
  )
}
