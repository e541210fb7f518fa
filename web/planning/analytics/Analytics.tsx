import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { NotFound } from '../../platform/shell/NotFound.tsx'
import { TabLinks } from '../../platform/shell/TabLinks.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { EntityOverview } from './EntityOverview.tsx'
import { ItemAnalytics } from './ItemAnalytics.tsx'
import { type AnalyticsScope, ScopeBar, wholeScope } from './ScopeBar.tsx'

const tabs = ['overview', 'work-items'] as const

/** Statistics of all projects of the workspace that the user has joined. */
export function Analytics() {
  const { t } = useTranslation()
  const { tab } = useParams()
  const isMember = (useAtomValue(workspaceRoleAtom) ?? role.guest) >= role.member
  const [scope, setScope] = useState<AnalyticsScope>(wholeScope)
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
              to: `/${currentSlug()}/analytics/${one}`,
              label: t(one === 'overview' ? 'analytics.overview' : 'analytics.workItems'),
            }))}
            button={<ScopeBar scope={scope} onChange={setScope} />}
          />
          <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
            <div className="mx-auto flex w-full max-w-280 flex-col gap-8 px-gutter py-6">
              {known === 'overview' ? <EntityOverview scope={scope} /> : <ItemAnalytics scope={scope} />}
            </div>
          </div>
        </>
      ) : (
        <NoAccess title={t('analytics.noAccessTitle')} text={t('analytics.noAccessText')} />
      )}
    </>
  )
}
