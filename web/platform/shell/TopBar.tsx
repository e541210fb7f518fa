import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Archive, Menu as MenuIcon, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../app/sync.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { LazyComponent } from '../ui/LazyComponent.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { type FeatureDialog, useFeatures } from './feature.ts'
import { sidebarCollapsedAtom, sidebarOpenAtom } from './sidebar-state.ts'

interface TopBarProps {
  crumbs: ReactNode
  /** Filters and layout of the screen: in this bar if there is room, otherwise in a line below. */
  tools?: ReactNode
  actions?: ReactNode
  /** Name of the screen, for the browser tab and as a heading for screen readers. */
  title?: string
}

/** The top bar of a screen: breadcrumbs on the left, actions on the right. */
export function TopBar({ crumbs, tools, actions, title }: TopBarProps) {
  const { t } = useTranslation()
  const setSidebarOpen = useSetAtom(sidebarOpenAtom)
  const [collapsed, setCollapsed] = useAtom(sidebarCollapsedAtom)
  const { slug, projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  useDocumentTitle(title, project?.name)
  const features = useFeatures()
  return (
    <header className="@container shrink-0 border-b border-line">
      <div className="flex min-h-topbar flex-wrap items-center gap-x-2 pe-3 ps-2 md:ps-gutter">
        <IconButton
          className="md:hidden"
          label={t('shell.openSidebar')}
          icon={<MenuIcon />}
          onClick={() => setSidebarOpen(true)}
        />
        {collapsed && (
          <IconButton
            className="max-md:hidden"
            label={t('shell.openSidebar')}
            keys="mod+b"
            icon={<PanelLeftOpen />}
            onClick={() => setCollapsed(false)}
          />
        )}
        {title && <h1 className="sr-only">{title}</h1>}
        <div className="flex min-h-topbar min-w-0 flex-1 items-center">{crumbs}</div>
        {project && project.archived_at !== null && (
          <span className="flex shrink-0 items-center gap-1.5 text-sm text-soft">
            <Archive aria-hidden className="text-icon-faint" />
            {t('shell.projectArchived')}
          </span>
        )}
        {tools && (
          <div className="order-last flex basis-full flex-wrap items-start gap-x-2 gap-y-1.5 pb-2 max-sm:items-center max-sm:justify-end @3xl:contents">
            {tools}
          </div>
        )}
        {features.flatMap(({ id, bar = [] }) =>
          bar.map((part) => <Going key={`${id} ${part.id}`} {...part} />),
        )}
        {/* Outside of a workspace there is no live connection, so no status is shown. */}
        {slug !== undefined && <ConnectionStatus />}
        {actions && <div className="flex shrink-0 items-center gap-3">{actions}</div>}
      </div>
    </header>
  )
}

function Going({ part, isOpenAtom }: FeatureDialog) {
  return useAtomValue(isOpenAtom) && <LazyComponent part={part} props={{}} />
}
