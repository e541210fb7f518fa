import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { NotFound } from '../../platform/shell/NotFound.tsx'
import { TabLinks } from '../../platform/shell/TabLinks.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { FilterBar } from '../../work/listing/filters/FilterBar.tsx'
import { noFilters } from '../../work/listing/rich-filters.ts'
import { useFilterScope } from '../../work/listing/use-filter-scope.ts'
import {
  type AnalyticsScope,
  AnalyticsScopeBar,
  toAnalyticsSearchParams,
  useAnalyticsScope,
} from './AnalyticsScopeBar.tsx'
import { EntityOverview } from './EntityOverview.tsx'
import { ItemAnalytics } from './ItemAnalytics.tsx'

const tabs = ['overview', 'work-items'] as const

/** Statistics of the workspace, computed from all projects that the user has joined. */
export function Analytics() {
  const { t } = useTranslation()
  const { tab } = useParams()
  const isMember = (useAtomValue(workspaceRoleAtom) ?? role.guest) >= role.member
  const [scope, setScope] = useAnalyticsScope()
  const unfiltered = useMemo(() => ({ ...scope, filters: noFilters }), [scope])
  if (tab === undefined) return <Navigate to={`/${currentSlug()}/analytics/overview`} replace />
  const known = tabs.find((one) => one === tab)
  if (known === undefined) return <NotFound />
  const title = t('analytics.title')
  return (
    <>
      <TopBar title={title} crumbs={<Breadcrumbs crumbs={[{ key: 'analytics', label: title }]} />} />
      {isMember ? (
        <>
          <TabLinks
            label={title}
            tabs={tabs.map((one) => ({
              to: `/${currentSlug()}/analytics/${one}?${toAnalyticsSearchParams(scope)}`,
              label: t(one === 'overview' ? 'analytics.overview' : 'analytics.workItems'),
            }))}
          />
          <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-gutter py-1">
            <AnalyticsScopeBar scope={scope} onChange={setScope} />
            {known === 'work-items' && <Filters scope={scope} onChange={setScope} />}
          </div>
          <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
            <div className="mx-auto flex w-full max-w-280 flex-col gap-8 px-gutter py-6">
              {known === 'overview' ? <EntityOverview scope={unfiltered} /> : <ItemAnalytics scope={scope} />}
            </div>
          </div>
        </>
      ) : (
        <NoAccessState title={t('analytics.noAccessTitle')} text={t('analytics.noAccessText')} />
      )}
    </>
  )
}

interface FiltersProps {
  scope: AnalyticsScope
  onChange: (scope: AnalyticsScope) => void
}

/** The filters of the counted work items, such as a cycle or the filters of a view. */
function Filters({ scope, onChange }: FiltersProps) {
  const listed = useFilterScope(scope.project_id ?? undefined)
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FilterBar
        scope={listed}
        filters={scope.filters}
        onChange={(filters) => onChange({ ...scope, filters })}
        canClear
      />
    </div>
  )
}
