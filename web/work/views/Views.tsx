import { useAtom, useAtomValue } from 'jotai'
import { Layers, ListTodo, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteStar } from '../../organization/favorites/FavoriteButton.tsx'
import { favoriteIdsAtom } from '../../organization/favorites/favorite-ids.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { getMyId } from '../../platform/person/me.ts'
import { timezoneAtom, todayAtom } from '../../platform/person/today.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { ListSkeleton } from '../listing/layouts/skeletons.tsx'
import { canCreateViewAtom, viewsAtom } from './atoms.ts'
import { filterAndSortViews, noViewFilters, viewListSettingsAtom } from './list-settings.ts'
import { useViews } from './load.ts'
import { NewViewButton } from './NewViewButton.tsx'
import { viewPath } from './paths.ts'
import { ViewListBar } from './ViewListBar.tsx'
import { ViewMenu } from './ViewMenu.tsx'
import { ViewStatusIcons } from './ViewStatusIcons.tsx'

/** The saved views of a project. */
export function Views() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const loaded = useViews(projectId)
  const isOff = useAtomValue(tables.projects.rowAtom(projectId))?.issue_views_view === false
  return (
    <>
      <TopBar
        title={t('shell.nav.projectViews')}
        crumbs={<ProjectCrumbs projectId={projectId} page={t('shell.nav.projectViews')} />}
        actions={loaded.status === 'ready' && <NewViewButton projectId={projectId} variant="primary" />}
      />
      <LoadedContent
        of={loaded}
        skeleton={<ListSkeleton />}
        noAccess={<NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />}
      >
        {isOff ? <NoAccessState title={t('views.off')} /> : <ViewList projectId={projectId} />}
      </LoadedContent>
    </>
  )
}

function ViewList({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const views = useAtomValue(viewsAtom(projectId))
  const canCreate = useAtomValue(canCreateViewAtom(projectId))
  const settingsKey = `${getMyId()}|${projectId}`
  const [settings, set] = useAtom(viewListSettingsAtom(settingsKey))
  const [query, setQuery] = useState('')
  const favorites = useAtomValue(favoriteIdsAtom('view'))
  const today = useAtomValue(todayAtom)
  const timezone = useAtomValue(timezoneAtom)
  if (views.length === 0) {
    return (
      <EmptyState
        icon={<Layers />}
        title={t('views.emptyTitle')}
        text={canCreate ? t('views.emptyText') : t('views.emptyTextForGuests')}
        action={
          canCreate && (
            <Button
              variant="primary"
              icon={<ListTodo />}
              keys="g i"
              onClick={() => void navigate(`/${currentSlug()}/projects/${projectId}/issues`)}
            >
              {t('views.toWorkItems')}
            </Button>
          )
        }
      />
    )
  }
  const shown = filterAndSortViews(views, settings, { words: query, today, timezone, favorites })
  return (
    <>
      <ViewListBar projectId={projectId} settingsKey={settingsKey} query={query} onQuery={setQuery} />
      {shown.length === 0 ? (
        <EmptyState
          icon={<Search />}
          title={t('views.noMatchTitle')}
          text={t('ui.list.noMatchText')}
          action={
            <Button
              onClick={() => {
                setQuery('')
                set({ filters: noViewFilters, onlyFavorites: false })
              }}
            >
              {t('ui.list.clear')}
            </Button>
          }
        />
      ) : (
        <VirtualList
          className="min-h-0 flex-1"
          label={t('shell.nav.projectViews')}
          rows={shown}
          keyOf={(view) => view.id}
          rowHeight={40}
        >
          {(view) => <ViewLine view={view} />}
        </VirtualList>
      )}
    </>
  )
}

function ViewLine({ view }: { view: ViewRow }) {
  const { t, i18n } = useTranslation()
  const owner = useAtomValue(tables.users.rowAtom(view.owned_by))
  return (
    <div className="flex h-10 items-center border-b border-line pe-3 hover:bg-hover">
      <Link
        to={viewPath(view)}
        className="flex h-full min-w-0 flex-1 items-center gap-2.5 pe-2 ps-4 -outline-offset-2"
      >
        <span className="flex text-icon-faint">
          <ProjectLogo logo={view.logo_props} name={view.name} fallback={<Layers />} />
        </span>
        <span className="flex min-w-0 flex-1 items-baseline gap-2.5">
          <span dir="auto" className="max-w-full shrink-0 truncate text-ui-start font-medium">
            {view.name}
          </span>
          <span dir="auto" className="min-w-0 truncate text-sm text-faint max-sm:hidden">
            {view.description}
          </span>
        </span>
        <ViewStatusIcons view={view} />
        <span className="hidden text-sm text-faint tabular sm:block">
          {t('views.updated', { when: timeAgo(view.updated_at, i18n.language) })}
        </span>
        {owner && <Avatar id={owner.id} name={displayNameOf(owner)} src={owner.avatar_url} size="xs" />}
      </Link>
      <FavoriteStar thing={{ type: 'view', ...view }} />
      <ViewMenu view={view} />
    </div>
  )
}
