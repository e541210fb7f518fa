import { useAtomValue } from 'jotai'
import { LayoutDashboard, Maximize2, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { DashboardRow, Widget } from '#common/planning/dashboards/schema.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { tables } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { announce } from '../../platform/ui/announce.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { addWidget, arrangeWidgets, editWidget, loadDashboard } from './actions.ts'
import { canEditDashboardAtom } from './atoms.ts'
import { DashboardMenu } from './DashboardMenu.tsx'
import { widgetWithDefaults } from './first-widgets.ts'
import { useWallDisplay } from './use-wall-display.ts'
import { WallHeading } from './WallHeading.tsx'
import { widgetTitle } from './WidgetBody.tsx'
import { WidgetCard } from './WidgetCard.tsx'
import { WidgetForm } from './WidgetForm.tsx'

/** A dashboard with its widgets. */
export function DashboardScreen() {
  const { t } = useTranslation()
  const { dashboardId = '' } = useParams()
  const read = useCallback(async () => void (await loadDashboard(dashboardId)), [dashboardId])
  const loaded = useLoadState(read)
  const dashboard = useAtomValue(tables.dashboards.rowAtom(dashboardId))
  const gone = (
    <NotFoundState
      title={t('dashboards.goneTitle')}
      text={t('dashboards.goneText')}
      action={
        <Link className={buttonClass({})} to={`/${currentSlug()}/dashboards`}>
          {t('dashboards.title')}
        </Link>
      }
    />
  )
  const widgets = dashboard?.widgets
  if (dashboard !== undefined && widgets !== undefined)
    return <OpenDashboard key={dashboard.id} dashboard={{ ...dashboard, widgets }} />
  return (
    <>
      <TopBar crumbs={null} />
      <LoadedContent of={loaded} noAccess={gone}>
        {gone}
      </LoadedContent>
    </>
  )
}

function OpenDashboard({ dashboard }: { dashboard: DashboardRow }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayEdit = useAtomValue(canEditDashboardAtom(dashboard.id))
  const [edited, setEdited] = useState<Widget | 'new' | null>(null)
  // The widget that this user has added last. The screen scrolls to it.
  const [added, setAdded] = useState<string | null>(null)
  const screen = useRef<HTMLDivElement>(null)
  const isWall = useWallDisplay(screen)
  const canEdit = mayEdit && !isWall
  const list = `/${currentSlug()}/dashboards`
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {t('dashboards.addWidget')}
    </Button>
  )
  return (
    <>
      <TopBar
        title={dashboard.name}
        crumbs={
          <Breadcrumbs
            crumbs={[
              {
                key: 'dashboards',
                label: t('dashboards.title'),
                link: (inside) => <Link to={list}>{inside}</Link>,
              },
              { key: dashboard.id, label: dashboard.name },
            ]}
          />
        }
        actions={
          <>
            <IconButton
              label={t('dashboards.fullScreen')}
              icon={<Maximize2 />}
              onClick={() => void screen.current?.requestFullscreen()}
            />
            <FavoriteButton thing={{ type: 'dashboard', project_id: null, ...dashboard }} />
            <DashboardMenu dashboard={dashboard} onDelete={() => void navigate(list)} />
            {canEdit && dashboard.widgets.length > 0 && add}
          </>
        }
      />
      <div ref={screen} className="scroll-quiet min-h-0 flex-1 overflow-y-auto bg-canvas">
        {isWall && <WallHeading name={dashboard.name} />}
        {dashboard.widgets.length === 0 ? (
          <EmptyState
            icon={<LayoutDashboard />}
            title={t('dashboards.noWidgetsTitle')}
            text={t('dashboards.noWidgetsText')}
            action={canEdit && add}
          />
        ) : (
          <SortableList
            order={canEdit && orderOf(dashboard)}
            focus="[data-widget-title]"
            axis="x"
            className="grid auto-rows-[4.5rem] grid-cols-1 gap-3 p-4 md:grid-cols-2 lg:grid-cols-12"
            aria-label={t('dashboards.widgets')}
            data-widgets=""
          >
            {dashboard.widgets.map((widget) => (
              <WidgetCard
                key={widget.id}
                dashboard={dashboard}
                widget={widget}
                canEdit={canEdit}
                isWall={isWall}
                isAdded={widget.id === added}
                onEdit={() => setEdited(widget)}
                onAdd={setAdded}
              />
            ))}
          </SortableList>
        )}
      </div>
      {edited !== null && (
        <WidgetForm
          title={t(edited === 'new' ? 'dashboards.addWidget' : 'dashboards.editWidget')}
          submit={t(edited === 'new' ? 'dashboards.addWidget' : 'dashboards.save')}
          startsWith={edited === 'new' ? widgetWithDefaults({}) : edited}
          onClose={() => setEdited(null)}
          onSubmit={(widget) => {
            if (edited !== 'new') return editWidget(dashboard, edited, widget)
            setAdded(widget.id)
            return addWidget(dashboard, widget)
          }}
        />
      )}
    </>
  )
}

/** Returns the functions that move a widget among the other widgets, by drag and drop and by keyboard. */
function orderOf(dashboard: DashboardRow) {
  const place = (id: string, at: number) => {
    const moved = dashboard.widgets.find((one) => one.id === id)
    if (moved === undefined) return
    const others = dashboard.widgets.filter((one) => one.id !== id)
    void arrangeWidgets(dashboard, others.toSpliced(at, 0, moved), t('dashboards.arranged'))
    announce(t('ui.nowAt', { name: widgetTitle(moved), at: at + 1, of: dashboard.widgets.length }))
  }
  const indexOf = (id: string) => dashboard.widgets.findIndex((one) => one.id === id)
  return {
    step: (id: string, by: 1 | -1) => {
      const at = indexOf(id) + by
      if (at >= 0 && at < dashboard.widgets.length) place(id, at)
    },
    moveBeside: (id: string, near: string, edge: 'before' | 'after') => {
      const at = dashboard.widgets.filter((one) => one.id !== id).findIndex((one) => one.id === near)
      if (at >= 0) place(id, edge === 'before' ? at : at + 1)
    },
  }
}
