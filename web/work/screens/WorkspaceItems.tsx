import { useAtomValue } from 'jotai'
import { EyeOff, Layers } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useParams } from 'react-router'
import { isId } from '#common/platform/ids.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { getMyId } from '../../platform/person/me.ts'
import { NotFound } from '../../platform/shell/NotFound.tsx'
import { TabLinks } from '../../platform/shell/TabLinks.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { lazyPeekPanel } from '../detail/lazy-peek-panel.ts'
import { useOwnViewSettings } from '../listing/filters.ts'
import { ItemsScreen } from '../listing/ItemsScreen.tsx'
import { joinedProjectSetAtom } from '../listing/project-set.ts'
import { type WorkspaceTab, workspaceScope, workspaceTabs } from '../listing/scopes.ts'
import { isPrivateView, viewsAtom } from '../views/atoms.ts'
import { useViews } from '../views/load.ts'
import { NewViewButton } from '../views/NewViewButton.tsx'
import { viewPath } from '../views/paths.ts'
import { useSaveView } from '../views/use-save-view.tsx'
import { WorkspaceView } from '../views/WorkspaceView.tsx'

/** Work items of all accessible projects: the fixed tabs ("Assigned", "Created", …) and the saved views of the workspace. */
export function WorkspaceItems() {
  const { t } = useTranslation()
  const { tab = '' } = useParams()
  const views = useViews(null)
  const known = workspaceTabs.find((one) => one === tab)
  if (known === undefined && !isId(tab)) return <NotFound />
  const crumbs = (name: string) => (
    <Breadcrumbs
      crumbs={[
        { key: 'views', icon: <Layers />, label: t('shell.nav.workspaceViews') },
        { key: tab, label: name },
      ]}
    />
  )
  const tabs = <Tabs />
  return known === undefined ? (
    <WorkspaceView key={tab} id={tab} views={views} crumbs={crumbs} tabs={tabs} />
  ) : (
    <TabOfWorkspace key={known} tab={known} crumbs={crumbs} tabs={tabs} />
  )
}

interface TabOfWorkspaceProps {
  tab: WorkspaceTab
  crumbs: (name: string) => ReactNode
  tabs: ReactNode
}

function TabOfWorkspace({ tab, crumbs, tabs }: TabOfWorkspaceProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectSetAtom)
  const scope = useMemo(() => workspaceScope(currentSlug(), tab, projects, getMyId()), [tab, projects])
  const settings = useOwnViewSettings(scope)
  const title = t(`workItems.tabs.${tab}`)
  return (
    <ItemsScreen
      scope={scope}
      settings={settings}
      peek={lazyPeekPanel}
      title={title}
      crumbs={crumbs(title)}
      tabs={tabs}
      saving={useSaveView(scope, settings)}
      noAccess={() => <NoAccessState />}
    />
  )
}

function Tabs() {
  const { t } = useTranslation()
  const views = useAtomValue(viewsAtom(null))
  return (
    <TabLinks
      label={t('shell.nav.workspaceViews')}
      button={<NewViewButton projectId={null} size="sm" variant="ghost" />}
      tabs={[
        ...workspaceTabs.map((one) => ({
          to: `/${currentSlug()}/workspace-views/${one}`,
          label: t(`workItems.tabs.${one}`),
        })),
        ...views.map((view) => ({
          to: viewPath(view),
          label: (
            <span className="flex items-center gap-1.5">
              <span className="max-w-50 truncate">{view.name}</span>
              {isPrivateView(view) && (
                <EyeOff role="img" className="size-3.5 text-icon-faint" aria-label={t('views.private')} />
              )}
            </span>
          ),
        })),
      ]}
    />
  )
}
