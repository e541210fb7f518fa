import { useAtomValue } from 'jotai'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '../locales/i18n.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { TabLinks } from '../shell/TabLinks.tsx'
import { currentSlug } from '../shell/workspace.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { myId } from '../users/me.ts'
import { ItemsScreen } from './ItemsScreen.tsx'
import { type WorkspaceTab, workspacePlace, workspaceTabs } from './listing/places.ts'
import { scopeAtom } from './scope.ts'

/** The work items of all projects that one reaches, and what of them is one's own. */
export function WorkspaceItems() {
  const { tab } = useParams()
  const known = workspaceTabs.find((one) => one === tab)
  return known === undefined ? <NotFound /> : <TabOfWorkspace key={known} tab={known} />
}

function TabOfWorkspace({ tab }: { tab: WorkspaceTab }) {
  const { t } = useTranslation()
  const slug = currentSlug()
  const scope = useAtomValue(scopeAtom)
  const place = useMemo(() => workspacePlace(slug, tab, scope, myId()), [slug, tab, scope])
  const title = t(`workItems.tabs.${tab}`)
  return (
    <ItemsScreen
      place={place}
      title={title}
      crumbs={
        <Breadcrumbs
          crumbs={[
            { key: 'views', icon: <Layers />, label: t('shell.nav.views') },
            { key: tab, label: title },
          ]}
        />
      }
      tabs={
        <TabLinks
          label={t('shell.nav.views')}
          tabs={workspaceTabs.map((one) => ({
            to: `/${slug}/workspace-views/${one}`,
            label: t(`workItems.tabs.${one}`),
          }))}
        />
      }
      noAccess={() => <NoAccess />}
    />
  )
}
