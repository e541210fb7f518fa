import { useAtomValue } from 'jotai'
import { LayoutDashboard, Lock, Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Dashboard } from '../../platform/sync/tables.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { createDashboard, dashboardReordering, loadDashboards } from './actions.ts'
import { dashboardsAtom } from './atoms.ts'
import { DashboardForm } from './DashboardForm.tsx'
import { DashboardMenu } from './DashboardMenu.tsx'
import { defaultDashboardWidgets } from './first-widgets.ts'

/** The dashboards that the user can see. */
export function Dashboards() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const loaded = useLoadState(loadDashboards)
  const dashboards = useAtomValue(dashboardsAtom)
  const [isCreating, setCreating] = useState(false)
  const isMember = (useAtomValue(workspaceRoleAtom) ?? role.guest) >= role.member
  const title = t('dashboards.title')
  const button = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t('dashboards.new')}
    </Button>
  )
  const noAccess = <NoAccessState title={t('dashboards.noAccessTitle')} text={t('dashboards.noAccessText')} />
  return (
    <>
      <TopBar
        title={title}
        crumbs={<Breadcrumbs crumbs={[{ key: 'dashboards', label: title }]} />}
        actions={loaded.status === 'ready' && dashboards.length > 0 && button}
      />
      <LoadedContent of={loaded} skeleton={<ListSkeleton />} noAccess={noAccess}>
        {!isMember ? (
          noAccess
        ) : dashboards.length === 0 ? (
          <EmptyState
            icon={<LayoutDashboard />}
            title={t('dashboards.emptyTitle')}
            text={t('dashboards.emptyText')}
            action={button}
          />
        ) : (
          <SortableList
            order={dashboardReordering}
            focus="a"
            scrolls
            aria-label={title}
            className="min-h-0 flex-1 overflow-y-auto"
          >
            {dashboards.map((dashboard) => (
              <DashboardLine key={dashboard.id} dashboard={dashboard} />
            ))}
          </SortableList>
        )}
      </LoadedContent>
      {isCreating && (
        <DashboardForm
          title={t('dashboards.createTitle')}
          submit={t('dashboards.create')}
          startsWith={{ name: '', description: '', logo_props: {}, access: 0 }}
          onClose={() => setCreating(false)}
          onSubmit={async (fields) => {
            const dashboard = await createDashboard(fields, defaultDashboardWidgets())
            if (dashboard !== null) void navigate(`/${currentSlug()}/dashboards/${dashboard.id}`)
            return dashboard !== null
          }}
        />
      )}
    </>
  )
}

function DashboardLine({ dashboard }: { dashboard: Dashboard }) {
  const { t, i18n } = useTranslation()
  const owner = useAtomValue(tables.users.rowAtom(dashboard.owned_by))
  return (
    <SortableRow
      row={dashboard.id}
      className="flex h-10 items-center border-b border-line pe-3 hover:bg-hover"
    >
      <Link
        to={`/${currentSlug()}/dashboards/${dashboard.id}`}
        className="flex h-full min-w-0 flex-1 items-center gap-2.5 pe-2 ps-4 -outline-offset-2"
      >
        <span className="flex text-icon-faint">
          <ProjectLogo logo={dashboard.logo_props} name={dashboard.name} fallback={<LayoutDashboard />} />
        </span>
        <span className="truncate font-medium">{dashboard.name}</span>
        <span className="min-w-0 flex-1 truncate text-soft">{dashboard.description}</span>
        <span className="flex shrink-0 items-center gap-1.5 text-sm text-soft">
          {dashboard.access === 0 ? <Lock size={14} aria-hidden /> : <UsersRound size={14} aria-hidden />}
          <span className="max-sm:sr-only">
            {t(dashboard.access === 0 ? 'dashboards.private' : 'dashboards.shared')}
          </span>
        </span>
        <span className="shrink-0 text-sm text-soft max-sm:hidden">
          {timeAgo(dashboard.updated_at, i18n.language)}
        </span>
        {owner && <Avatar id={owner.id} name={displayNameOf(owner)} src={owner.avatar_url} size="sm" />}
      </Link>
      <DashboardMenu dashboard={dashboard} />
    </SortableRow>
  )
}
